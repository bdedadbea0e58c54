import { createServer, type ServerResponse } from "node:http";
import { afterAll, expect, it, vi } from "vitest";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { operations } from "../../contract/operations/operations.ts";

const held: ServerResponse[] = [];
/** Answers lists alone; what else arrives waits. */
const api = await listenOnFreePort(
  createServer((request, response) => {
    request.resume();
    if (request.method !== "GET" || request.url?.includes("/read_file")) held.push(response);
    else response.writeHead(200, { "content-type": "application/json" }).end("[]");
  }),
);
afterAll(() => api.close());
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ apiBaseUrl: api.url }),
  readApiToken: () => "connections-test-token",
}));
const { call, download } = await import("./call.ts");
const { upstreamHealth } = await import("./health.ts");
const { readWhole } = await import("./send.ts");

/** What is held once `count` more have arrived. */
const arrivedHere = async (count: number) => {
  await waitUntil(`${count} have arrived`, () => held.length >= count);
  return held.splice(0);
};

it("lets reads go on while hundreds of acts wait for the API (T52)", async () => {
  const body = { app_name: "shop", version: "1", action_name: "search" };
  const acts = Array.from({ length: 300 }, () => call(operations.createInvocation, { body }));
  const waiting = await arrivedHere(300);
  expect((await call(operations.listProxies, { query: {} })).status).toBe(200);
  expect(upstreamHealth()).toMatchObject({ state: "answering" });
  for (const response of waiting)
    response
      .writeHead(200, { "content-type": "application/json" })
      .end('{"id":"inv1","action_name":"search","status":"succeeded"}');
  expect(new Set((await Promise.all(acts)).map(({ status }) => status))).toEqual(new Set([200]));
});

it("opens each download at once, however many are read", async () => {
  const stop = new AbortController();
  const input = { params: { id: "s1" }, query: { path: "/a" } };
  const downloads = Array.from({ length: 100 }, () =>
    download(operations.readFile, input, { signal: stop.signal }),
  );
  for (const response of await arrivedHere(100))
    response.writeHead(200, { "content-type": "application/octet-stream" }).write("a");
  for (const { body } of await Promise.all(downloads)) body.on("error", () => undefined);
  stop.abort();
});

it("holds little of each large answer to an act while others are read", async () => {
  const [part, parts] = [Buffer.alloc(16 * 1024), 72];
  const mebibyte = 1024 * 1024;
  const end = Promise.withResolvers<void>();
  let [bytes, whole] = [0, 0];
  async function* body() {
    for (let sent = 0; sent < parts; sent += 1) {
      bytes += part.byteLength;
      yield part;
    }
    whole += 1;
    await end.promise;
  }
  const answers = Array.from({ length: 150 }, () => readWhole(body(), "act"));
  await waitUntil("four are complete", () => whole === 4);
  expect(bytes).toBeLessThan(100 * mebibyte);
  end.resolve();
  const read = await Promise.all(answers);
  expect(new Set(read.map(({ byteLength }) => byteLength))).toEqual(new Set([parts * part.byteLength]));
});
