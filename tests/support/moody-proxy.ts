// A real forward proxy that a test takes down and up again.
import { Server as ForwardProxy, RequestError } from "proxy-chain";

/** Listens on a free port of loopback, up at first. While down it refuses every request. */
export async function startMoodyProxy() {
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
  return {
    port: server.port,
    set: (next: "available" | "unavailable") => {
      up = next === "available";
    },
    close: () => server.close(true),
  };
}
