import { expect, it } from "vitest";
import type { FeedEvent } from "../live/log-feed.ts";
import { LaterFailures } from "./later-failures.ts";
import { PageRecord } from "./page-record.ts";

const failed = (seq: number) => {
  const data = { request_id: String(seq), method: "GET", url: `https://shop.example/${seq}`, status: 500 };
  const event = {
    category: "network",
    type: "network_response",
    ts: seq * 1_000_000,
    source: { kind: "cdp" },
    data,
  };
  return { id: seq, at: new Date(seq * 1_000).toISOString(), text: JSON.stringify({ seq, event }) };
};

/** Subscribes as a log does. */
function read(later: LaterFailures, sessionId?: string) {
  const seen: string[] = [];
  const feed = later.failures(sessionId);
  const end = feed.subscribe((event: FeedEvent) => {
    if (event.kind === "lines") seen.push(...event.lines.map(({ text }) => text.split("/").at(-1) ?? ""));
  });
  return { feed, seen, end };
}

it("has the failures of a record from its beginning on, for those who read before and after", () => {
  const later = new LaterFailures();
  const [all, other, left] = [read(later), read(later, "s2"), read(later)];
  expect(all.feed.state.log).toBe("ended");
  left.end();
  const record = new PageRecord();
  record.add("s1", [failed(1)]);
  expect(all.seen).toEqual([]);
  later.begin(record);
  later.begin(new PageRecord());
  record.add("s1", [failed(2)]);
  record.add("s2", [failed(3)]);
  expect(all.seen).toEqual(["1 500", "2 500", "3 500"]);
  expect(other.seen).toEqual(["3 500"]);
  expect(left.seen).toEqual([]);
  expect(read(later, "s1").seen).toEqual(["1 500", "2 500"]);
  all.end();
  record.add("s1", [failed(4)]);
  expect(all.seen).toHaveLength(3);
});
