import { expect, it } from "vitest";
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { isFailed, NetworkRequests, sizeOf } from "./network-requests.ts";

let seq = 0;
const event = (
  type: string,
  ms: number,
  data: Record<string, unknown>,
  truncated = false,
): TelemetryRecord => ({
  seq: ++seq,
  event: {
    category: "network",
    type,
    ts: ms * 1000,
    source: { kind: "cdp" },
    data: { target_id: "t1", request_id: "r1", ...data },
    ...(truncated ? { truncated } : {}),
  },
});
function requestsOf(...records: readonly TelemetryRecord[]) {
  const requests = new NetworkRequests();
  for (const record of records) requests.add(record);
  return requests.items;
}
const sent = (ms = 100, data = {}) =>
  event("network_request", ms, { method: "GET", url: "https://shop.test/a", ...data });

it("puts a request and its response together", () => {
  const response = {
    status: 502,
    status_text: "Bad Gateway",
    headers: { "Content-Length": "11468" },
    body: "{",
  };
  const [item, ...others] = requestsOf(
    sent(100, { resource_type: "Fetch" }),
    event("network_response", 250, response, true),
  );
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    startMs: 100,
    endMs: 250,
    url: "https://shop.test/a",
    resourceType: "Fetch",
    status: 502,
    body: "{",
    isCut: true,
  });
  expect(item && [isFailed(item), sizeOf(item)]).toEqual([true, 11_468]);
});

it("keeps requests of two targets with one id apart", () => {
  const items = requestsOf(
    sent(),
    sent(110, { target_id: "t2", url: "https://shop.test/b" }),
    event("network_response", 120, { target_id: "t2", status: 200 }),
  );
  expect(items.map(({ url, status }) => [url, status])).toEqual([
    ["https://shop.test/a", undefined],
    ["https://shop.test/b", 200],
  ]);
});

it("ends a redirect where the next request of its id begins", () => {
  const items = requestsOf(
    sent(),
    sent(130, { url: "https://shop.test/b", is_redirect: true, redirect_url: "https://shop.test/a" }),
    event("network_response", 150, { status: 200 }),
  );
  expect(items.map(({ startMs, endMs, status }) => [startMs, endMs, status])).toEqual([
    [100, 130, undefined],
    [130, 150, 200],
  ]);
});

it("shows a failure, and tells it from a canceled request", () => {
  const failed = event("network_loading_failed", 120, { error_text: "net::ERR_FAILED" });
  const canceled = event("network_loading_failed", 120, { error_text: "net::ERR_ABORTED", canceled: true });
  expect(requestsOf(sent(), failed).map(isFailed)).toEqual([true]);
  expect(requestsOf(sent(), canceled).map(isFailed)).toEqual([false]);
});

it("lists an end whose beginning is not known", () => {
  const [item] = requestsOf(event("network_response", 120, { url: "https://shop.test/a", status: 404 }));
  expect(item).toMatchObject({ startMs: undefined, endMs: 120, url: "https://shop.test/a", status: 404 });
});

it("leaves other events out", () => {
  const requests = new NetworkRequests();
  expect(requests.add(event("network_idle", 100, {}))).toBeUndefined();
  expect(requests.items).toEqual([]);
});

it("drops the oldest, and goes on with those that are open", () => {
  const requests = new NetworkRequests();
  const add = (type: string, ms: number, id: string, data = {}) =>
    requests.add(event(type, ms, { request_id: id, url: `https://shop.test/${id}`, ...data }));
  for (const id of ["a", "b", "c"]) add("network_request", 100, id);
  requests.dropOldest(1);
  expect(add("network_response", 120, "b", { status: 200 })).toMatchObject({
    url: "https://shop.test/b",
    startMs: 100,
  });
  add("network_response", 130, "a", { status: 404 });
  expect(requests.items.map(({ url, startMs, status }) => [url.slice(-1), startMs, status])).toEqual([
    ["b", 100, 200],
    ["c", 100, undefined],
    ["a", undefined, 404],
  ]);
  expect(requests.droppedCount).toBe(1);
});

it("gives away requests that have ended, and still ends the others", () => {
  const requests = new NetworkRequests();
  for (const id of ["r1", "r2", "r3"]) requests.add(sent(100, { request_id: id }));
  requests.add(event("network_response", 120, { request_id: "r2", status: 204 }));
  expect(requests.takeEnded().map(({ status }) => status)).toEqual([204]);
  expect(requests.takeEnded()).toEqual([]);
  requests.add(event("network_response", 130, { request_id: "r3", status: 203 }));
  expect(requests.items.map(({ status }) => status)).toEqual([undefined, 203]);
  expect(requests.takeEnded().map(({ status }) => status)).toEqual([203]);
  requests.add(event("network_response", 140, { request_id: "r1", status: 201 }));
  expect(requests.takeEnded().map(({ status }) => status)).toEqual([201]);
  expect(requests.items).toEqual([]);
});
