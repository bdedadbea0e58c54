import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { serviceClient } from "./service-client.ts";

test.each(["standby", "node_unreachable", "unavailable"])(
  "a request that is answered with %s waits for the next service",
  async (code) => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      if (requests === 1) response.statusCode = 503;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(requests === 1 ? { code, message: "not now" } : { name: "kept" }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const client = serviceClient(`http://127.0.0.1:${port}`, "token");
    const answer = await client.call(operations.createProfile, { body: { name: "kept" } }, 5_000);
    expect([requests, answer]).toEqual([2, { status: 200, json: { name: "kept" } }]);
  },
);
