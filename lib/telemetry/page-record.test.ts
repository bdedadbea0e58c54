import { expect, it } from "vitest";
import { checkoutTelemetry } from "../../tests/support/component/telemetry-lines.ts";
import { lineHash } from "../live/line-hash.ts";
import type { FeedLine } from "../live/log-feed.ts";
import { PageFailures } from "./page-failures.ts";
import { PageRecord } from "./page-record.ts";

const checkout: readonly FeedLine[] = checkoutTelemetry.map(({ atMs, text }, index) => ({
  id: index + 1,
  text,
  at: new Date(atMs).toISOString(),
}));
const startMs = checkoutTelemetry[0]?.atMs ?? 0;

let seq = 0;
const lineOf = (type: string, ms: number, data: object, category = "network"): FeedLine => {
  seq += 1;
  const event = { category, type, ts: (startMs + ms) * 1_000, source: { kind: "cdp" }, data };
  return { id: seq, at: new Date(startMs + ms).toISOString(), text: JSON.stringify({ seq, event }) };
};
const answered = (url: string, status: number, ms = seq) =>
  lineOf("network_response", ms, { request_id: String(seq), method: "GET", url, status });

function failureLines(record: PageRecord | PageFailures, sessionId?: string) {
  const lines: FeedLine[] = [];
  const feed = record instanceof PageRecord ? record.failures(sessionId) : record.feed(sessionId);
  feed.subscribe((event) => {
    if (event.kind === "lines") lines.push(...event.lines);
  });
  return lines;
}
const textsOf = (lines: readonly FeedLine[]) => lines.map(({ text }) => text);

it("has the requests of a page with how each ended, and links to them", () => {
  const record = new PageRecord();
  record.add("s1", checkout);
  const { requests } = record;
  expect(requests).toHaveLength(13);
  expect(requests.filter(({ isFailed }) => isFailed).map(({ outcome }) => outcome)).toEqual([
    "502",
    "502",
    "net::ERR_CONNECTION_RESET",
    "502",
  ]);
  const failed = requests.find(({ isFailed }) => isFailed);
  expect(failed).toMatchObject({ sessionId: "s1", method: "GET", fromMs: startMs + 1_436 });
  expect(failed?.toMs).toBe(startMs + 2_640);
  expect(failed?.name).toEqual({
    at: new Date(startMs + 2_640).toISOString(),
    hash: lineHash("[error] [network] GET https://shop.example/api/address 502 Bad Gateway"),
  });
  expect(requests.at(-1)).toMatchObject({ outcome: "pending", toMs: undefined });
  expect(record.mostFrequentFailure).toMatchObject({
    sessionId: "s1",
    method: "GET",
    path: "/api/address",
    outcome: "502",
    count: 3,
  });
  expect(record.firstFailureMs).toBe(startMs + 2_640);
});

it("has failed requests and page errors as lines by their source, with their time and stack", () => {
  const record = new PageRecord();
  record.add("s1", checkout);
  const lines = failureLines(record);
  expect(textsOf(lines)).toEqual([
    "[error] [network] GET https://shop.example/api/address 502 Bad Gateway",
    "[error] [console] Uncaught HttpError: 502",
    "[error] [network] GET https://shop.example/api/address 502 Bad Gateway",
    "[error] [network] https://shop.example/pixel.gif net::ERR_CONNECTION_RESET",
    "[error] [network] GET https://shop.example/api/address 502 Bad Gateway",
    "[error] [console] No address after 3 tries",
  ]);
  expect(lines[1]).toMatchObject({ id: 2, received: lines[1]?.at });
  expect(lines[1]?.stack).toMatch(/^at loadAddresses \(address\.js:27:16\)\n/);
  expect(lines[0]?.stack).toBeUndefined();
});

it("passes on what follows, of the browser that is asked for, and nothing twice", () => {
  const record = new PageRecord();
  const first = answered("https://a.test/", 404);
  record.add("s1", [first]);
  const [all, other] = [failureLines(record), failureLines(record, "s2")];
  record.add("s1", [first]);
  record.add("s2", [answered("https://b.test/", 500), answered("https://b.test/", 200)]);
  expect(textsOf(all)).toEqual([
    "[error] [network] GET https://a.test/ 404",
    "[error] [network] GET https://b.test/ 500",
  ]);
  expect(textsOf(other)).toEqual(["[error] [network] GET https://b.test/ 500"]);
  expect(record.requests).toHaveLength(3);
});

it("begins with the lines of all browsers in order of time", () => {
  const record = new PageRecord();
  record.add("s1", [answered("https://a.test/", 500, 20)]);
  record.add("s2", [answered("https://b.test/", 500, 10)]);
  expect(textsOf(failureLines(record))).toEqual([
    "[error] [network] GET https://b.test/ 500",
    "[error] [network] GET https://a.test/ 500",
  ]);
});

it("is empty without failures, and leaves out what is no event", () => {
  const record = new PageRecord();
  record.add("s1", [
    answered("https://a.test/", 200),
    lineOf("network_loading_failed", 5, { url: "https://a.test/b", canceled: true }),
    { id: 9, at: new Date(startMs).toISOString(), text: "no event" },
  ]);
  expect(failureLines(record)).toEqual([]);
  expect([record.firstFailureMs, record.mostFrequentFailure, record.marks]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

it("drops what did not fail first, and counts failures that it dropped", () => {
  const record = new PageRecord(10);
  record.add("s1", [answered("https://a.test/0", 500), answered("https://a.test/0?again", 500)]);
  for (let index = 1; index <= 20; index += 1) record.add("s1", [answered(`https://a.test/${index}`, 200)]);
  const names = () => record.requests.map(({ url }) => url.slice("https://a.test/".length));
  expect(names().slice(0, 2)).toEqual(["0", "0?again"]);
  expect(names().at(-1)).toBe("20");
  expect(names().length).toBeLessThanOrEqual(10);
  record.add(
    "s1",
    Array.from({ length: 30 }, () => answered("https://a.test/x", 503)),
  );
  expect(names()).toEqual(Array.from({ length: 9 }, () => "x"));
  expect(record.mostFrequentFailure).toMatchObject({ path: "/x", outcome: "503", count: 30 });
});

it("of equally frequent failures has the one that happened last, without its query", () => {
  const record = new PageRecord();
  record.add("s1", [answered("https://a.test/one?x=1", 500), answered("https://a.test/two", 404)]);
  expect(record.mostFrequentFailure?.path).toBe("/two");
  record.add("s2", [answered("https://a.test/one?x=2", 500)]);
  expect(record.mostFrequentFailure).toMatchObject({ path: "/one", count: 2, sessionId: "s2" });
});

it("holds so many lines of failures, the newest, and says how many there were before", () => {
  const failures = new PageFailures(3);
  const lines = ["a", "b", "c", "d", "e"].map((text, index) => ({
    id: index,
    at: new Date(startMs + index).toISOString(),
    text,
  }));
  failures.add("s1", lines);
  expect(textsOf(failureLines(failures))).toEqual([
    "[warn] [telemetry] 2 earlier failed requests and page errors are not shown",
    "c",
    "d",
    "e",
  ]);
});
