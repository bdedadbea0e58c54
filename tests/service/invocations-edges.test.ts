import { expect, test } from "vitest";
import { errorBody } from "../../lib/contract/error.ts";
import { createdInvocation, payloadMaxBytes } from "../../lib/contract/invocations.ts";
import { itemsOf, readAllItems } from "../support/dashboard/event-stream.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ maxRunning: 1 });

const get = (path: string, signal?: AbortSignal) => service.call(path, signal ? { signal } : {});
const send = (method: string, path: string, body: string) => service.call(path, { method, body });
const search = { app_name: "storefront", version: "v1", action_name: "search" };

async function begin(request: object): Promise<string> {
  const answer = await send("POST", "/invocations", JSON.stringify({ ...request, async: true }));
  expect(answer.status).toBe(202);
  return createdInvocation.parse(await answer.json()).id;
}

const crawl = { app_name: "catalogue", version: "v1", action_name: "crawl" };
const slowCrawl = { ...crawl, payload: JSON.stringify({ maxPages: 100, pauseMs: 100 }) };

test("a stream delivers states, log lines and heartbeats, and ends with the invocation", async () => {
  const running = await begin(slowCrawl);
  const waiting = await begin({ ...search, payload: '{"query":"oak"}' });
  const queued = await get(`/invocations/${waiting}/events`);
  expect([
    queued.status,
    queued.headers.get("content-type"),
    queued.headers.get("x-sse-content-type"),
  ]).toEqual([200, "text/event-stream", "application/json"]);
  const seen: string[] = [];
  for await (const item of itemsOf(await get(`/invocations/${running}/events`))) {
    seen.push(item.event === "log" ? String(item.message) : item.event);
    if (!String(item.message).startsWith("5 pages")) continue;
    await send("PATCH", `/invocations/${running}`, '{"status":"failed"}');
  }
  expect(seen[0]).toBe("invocation_state");
  expect(seen.some((line) => /^session \S+ created/.test(line))).toBe(true);
  expect(seen.at(-1)).toBe("invocation_state");

  const items = await readAllItems(queued);
  const states = items.filter((item) => item.event === "invocation_state");
  expect(states.map((item) => item.invocation)).toMatchObject([
    { id: waiting, status: "queued", finished_at: null, app_name: "storefront", version: "v1" },
    { id: waiting, status: "running", finished_at: null },
    { id: waiting, status: "succeeded", finished_at: expect.any(String), output: expect.any(String) },
  ]);
  expect(items.at(-1)).toBe(states.at(-1));

  const after = await readAllItems(await get(`/invocations/${waiting}/events`));
  const lines = (all: typeof items) => all.filter((item) => item.event === "log").map((item) => item.message);
  expect(lines(after)).toEqual(lines(items));
  expect(lines(after)).toContain('searching for "oak"');
  expect(after.at(-1)).toMatchObject({ event: "invocation_state", invocation: { status: "succeeded" } });
});

test("a quiet stream sends heartbeat items", async () => {
  // Much longer than the time between heartbeats.
  const blocking = await begin({ ...crawl, payload: JSON.stringify({ maxPages: 100, pauseMs: 1_000 }) });
  const waiting = await begin({ ...search, payload: '{"query":"oak"}' });
  const leave = new AbortController();
  const beats = itemsOf(await get(`/invocations/${waiting}/events`, leave.signal));
  expect((await beats.next()).value).toMatchObject({ event: "invocation_state" });
  const next = (await beats.next()).value;
  for (const id of [waiting, blocking]) await send("PATCH", `/invocations/${id}`, '{"status":"failed"}');
  leave.abort();
  expect(next).toEqual({ event: "sse_heartbeat", timestamp: expect.any(String) });
});

test("T36 a payload's size is counted on its unescaped text", async () => {
  const fits = JSON.stringify('"'.repeat(payloadMaxBytes / 2 - 1));
  expect(Buffer.byteLength(fits)).toBe(payloadMaxBytes);
  const escaped = [...fits].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join("");
  const body = `{"app_name":"storefront","version":"v1","action_name":"search","async":true,"payload":"${escaped}"}`;
  const taken = await send("POST", "/invocations", body);
  expect(taken.status).toBe(202);
  const { id } = createdInvocation.parse(await taken.json());
  await expect
    .poll(async () => (await get(`/invocations/${id}`)).json())
    .toMatchObject({ status: "failed", payload: fits });
  const over = await send("POST", "/invocations", JSON.stringify({ ...search, payload: `${fits} ` }));
  expect(over.status).toBe(400);
  expect(errorBody.parse(await over.json()).details).toEqual([
    {
      code: "invalid_input",
      message: `body.payload: is ${payloadMaxBytes + 1} bytes; at most ${payloadMaxBytes} are accepted`,
    },
  ]);
});

test.each([
  ["/invocations?since=5d", 400],
  ["/invocations?since=2026-02-30", 400],
  ["/invocations?since=1h30m", 200],
  ["/invocations?since=2026-02-03", 200],
  ["/invocations?app_name=a&app_name=b", 400],
  ["/invocations?query=storefront", 200],
  ["/invocations/nowhere/events", 404],
  ["/invocations/nowhere/events?since=soon", 400],
])("GET %s answers %i", async (path, status) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  const body: unknown = await answer.json();
  if (status !== 200) expect(errorBody.parse(body).message).not.toBe("");
});

test("a body is not read for an unauthorized caller", async () => {
  const headers = { authorization: "Bearer wrong" };
  const answer = await service.call("/invocations", { method: "POST", headers, body: "{" });
  expect(answer.status).toBe(401);
});
