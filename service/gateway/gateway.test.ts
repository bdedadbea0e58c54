import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { freePort } from "../../tests/support/programs/free-port.ts";
import { exchange, readAnswers } from "../../tests/support/programs/raw-http.ts";
import { SessionTokens } from "../sessions/session-tokens.ts";
import { Gateway, type GatewayDeps } from "./gateway.ts";

const upgrade = "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

async function listen(deps: Partial<GatewayDeps>) {
  const app = Fastify({ forceCloseConnections: true });
  // Only these are used.
  new Gateway({ clock: new ManualClock(), ...deps } as GatewayDeps).register(app);
  return { app, url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

test.each(["/browser/cdp?jwt=x", "/browser/remote/socket?jwt=x"])(
  "a WebSocket at %s that is for a service which cannot be reached is answered with that",
  async (path) => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    const { app, url } = await listen({ forwardTo: async () => ({ address: nobody, headers: {} }) });
    const [answer] = await exchange(url, `GET ${path} HTTP/1.1\r\n${upgrade}`);
    await app.close();
    expect([answer?.status, answer?.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "node_unreachable" });
  },
);

test("a client whose request for a WebSocket is refused is disconnected, also one that does not close", async () => {
  const clock = new ManualClock();
  const { app, url } = await listen({ clock, tokens: new SessionTokens(Buffer.alloc(32), clock) });
  const { hostname: host, port } = new URL(url);
  const client = connect({ host, port: Number(port), allowHalfOpen: true });
  client.write(`GET /browser/cdp?jwt=bad HTTP/1.1\r\n${upgrade}`);
  const [answer] = readAnswers((await client.setEncoding("latin1").toArray()).join(""));
  expect(answer).toMatchObject({ status: 401 });
  const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
  client.destroy();
  await app.close();
});
