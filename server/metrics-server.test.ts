import type { Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { sendRequest } from "../tests/support/dashboard/dashboard.ts";
import { listenForMetrics } from "./metrics-server.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The status of a request for the metrics that names a host, and the text. */
async function scrape(listenOn: string, host: string): Promise<[number | undefined, string]> {
  const server = await listenForMetrics({ host: listenOn, port: 0 }, async () => "pools 1\n");
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { status, text } = await sendRequest(`http://127.0.0.1:${address.port}`, "/metrics", {
    headers: { host },
  });
  return [status, text];
}

it.each(["127.0.0.1:9464", "localhost:9464", "LOCALHOST", "[::1]:9464", "127.0.0.2"])(
  "gives the metrics on loopback to who names %s",
  async (host) => expect(await scrape("127.0.0.1", host)).toEqual([200, "pools 1\n"]),
);

it.each(["evil.example:9464", "localhost.evil.example", "evil.example", "192.0.2.1", "[::1].evil"])(
  "gives them on loopback to no page of the host %j (T22)",
  async (host) => {
    const [status, text] = await scrape("127.0.0.1", host);
    expect(status).toBe(421);
    expect(text).not.toContain("pools");
  },
);

it("gives them under any name where it listens to the network", async () => {
  expect(await scrape("0.0.0.0", "fleetdeck.monitoring.svc:9464")).toEqual([200, "pools 1\n"]);
});
