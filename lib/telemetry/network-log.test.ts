import { expect, it } from "vitest";
import { ScriptedLogFeed } from "../../tests/support/component/scripted-log-feed.ts";
import { lineHash } from "../live/line-hash.ts";
import { type NetworkEntry, NetworkLog } from "./network-log.ts";

let seq = 0;
const lineOf = (type: string, id: string, data: Record<string, unknown> = {}) => {
  seq += 1;
  const event = {
    category: "network",
    type,
    ts: seq * 1000,
    source: { kind: "cdp" },
    data: { target_id: "t", request_id: id, method: "GET", url: `https://shop.test/${id}`, ...data },
  };
  return JSON.stringify({ seq, event });
};
const sent = (id: string) => lineOf("network_request", id);
const answered = (id: string) => lineOf("network_response", id, { status: 200 });

function open(bound?: number) {
  const feed = new ScriptedLogFeed();
  const log = new NetworkLog(bound);
  feed.subscribe((event) => log.add(event));
  const rows = (passes: Parameters<NetworkLog["entries"]>[0] = () => true) =>
    log.entries(passes).map(shortOf);
  return { feed, log, rows };
}

function shortOf(entry: NetworkEntry): string {
  if (entry.kind === "request") return entry.request.url.slice("https://shop.test/".length);
  return entry.kind === "gap" ? `gap ${entry.gap.count}` : `ended ${entry.reason}`;
}

it("has requests with the gaps between them and the end, filtered or not", () => {
  const { feed, log, rows } = open();
  feed.say([sent("a"), sent("b"), answered("a")]);
  feed.addMissingLines(7);
  feed.say([sent("c"), JSON.stringify({ seq: 9, event: { category: "page" } }), "no event"]);
  log.setEnd({ reason: "gone" });
  expect(rows()).toEqual(["a", "b", "gap 7", "c", "ended gone"]);
  expect(rows(({ status }) => status === 200)).toEqual(["a", "gap 7", "ended gone"]);
  log.setEnd(undefined);
  expect(rows()).toEqual(["a", "b", "gap 7", "c"]);
});

it("changes with its requests only", () => {
  const { feed, log } = open();
  feed.say([sent("a")]);
  const { version } = log;
  feed.say(["no event"]);
  expect(log.version).toBe(version);
  feed.say([answered("a")]);
  expect(log.version).toBeGreaterThan(version);
});

it("holds so many requests, the newest, with their gaps", () => {
  const { feed, log, rows } = open(40);
  feed.say([sent("0")]);
  feed.addMissingLines(1);
  feed.say(Array.from({ length: 40 }, (_, index) => sent(String(index + 1))));
  expect(log.droppedCount).toBe(2);
  expect(rows()).toEqual(Array.from({ length: 39 }, (_, index) => String(index + 2)));
  feed.addMissingLines(3);
  feed.say([answered("5")]);
  expect(rows().at(-1)).toBe("gap 3");
  expect(log.requests.find(({ status }) => status === 200)?.url).toMatch(/\/5$/);
});

it("finds a request by the link to any of its events, of equal ones the nearest in time", () => {
  const { feed, log } = open();
  feed.say([sent("a"), answered("a"), sent("a"), answered("a")]);
  const [first, second] = log.requests;
  const hash = lineHash("[info] [network] GET https://shop.test/a 200");
  expect(log.find({ at: feed.at(2), hash })).toBe(first);
  expect(log.find({ at: feed.at(4), hash })).toBe(second);
  expect(second && log.nameOf(second)).toEqual({
    at: feed.at(3),
    hash: lineHash("[debug] [network] GET https://shop.test/a"),
  });
  expect(log.find({ at: feed.at(4), hash: "00000000" })).toBeUndefined();
});
