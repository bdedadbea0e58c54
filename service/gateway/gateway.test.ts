import Fastify from "fastify";
import { expect, test } from "vitest";
import { freePort } from "../../tests/support/free-port.ts";
import { ManualClock } from "../../tests/support/manual-clock.ts";
import { exchange } from "../../tests/support/raw-http.ts";
import { Gateway, type GatewayDeps } from "./gateway.ts";

test.each(["/browser/cdp?jwt=x", "/browser/remote/socket?jwt=x"])(
  "a WebSocket at %s that is for a service which cannot be reached is answered with that",
  async (path) => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    const deps: Partial<GatewayDeps> = {
      clock: new ManualClock(),
      forwardTo: async () => ({ address: nobody, headers: {} }),
    };
    const app = Fastify({ forceCloseConnections: true });
    // Only these are used.
    new Gateway(deps as GatewayDeps).register(app);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const upgrade = "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const [answer] = await exchange(url, `GET ${path} HTTP/1.1\r\n${upgrade}`);
    await app.close();
    expect([answer?.status, answer?.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "node_unreachable" });
  },
);
