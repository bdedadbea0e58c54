// A real forward proxy that a test takes down and up again.
import { Server as ForwardProxy, RequestError } from "proxy-chain";
import { operations } from "../../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../dashboard/api-client.ts";

/** A custom proxy of the API under that name, whose own server is up at first. While down it refuses every request. */
export async function startToggleableProxy(api: ApiClient, name: string) {
  let up = true;
  const server = new ForwardProxy({
    port: 0,
    host: "127.0.0.1",
    prepareRequestFunction: () => {
      if (!up) throw new RequestError("down", 503);
      return {};
    },
  });
  await server.listen();
  const config = { host: "127.0.0.1", port: server.port };
  const { id } = await api.call(operations.createProxy, {
    body: { type: "custom", protocol: "http", name, config },
  });
  return {
    id,
    set: (next: "available" | "unavailable") => {
      up = next === "available";
    },
    close: () => server.close(true),
  };
}
