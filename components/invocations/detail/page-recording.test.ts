import { expect, it } from "vitest";
import { parseLogTopic } from "@/lib/bff/live";
import type { FeedEvent, FeedState } from "@/lib/live/log-feed";
import type { StoredFeed } from "@/lib/live/stored-feed";
import { PageRecording } from "./page-recording.ts";

let seq = 0;
const sessionOf = (id: string, liveAtMs?: number) => ({ id, liveAtMs });

/** A failed request at a time. */
const failure = (atMs: number) => {
  seq += 1;
  const data = { method: "GET", url: `https://a.test/${atMs}`, status: 500 };
  const event = { category: "network", type: "network_response", ts: atMs * 1_000, data };
  return {
    id: seq,
    at: new Date(atMs).toISOString(),
    text: JSON.stringify({ seq, event: { ...event, source: { kind: "cdp" } } }),
  };
};

class Telemetry implements StoredFeed {
  state: FeedState = { log: "connecting", reason: null, beginsAt: null, connection: "connected" };
  liveAtMs: number | undefined;
  #listener: ((event: FeedEvent) => void) | undefined;

  get isRead(): boolean {
    return this.#listener !== undefined;
  }
  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }
  setLive(liveAtMs: number | undefined): void {
    this.liveAtMs = liveAtMs;
  }
  fail(...times: readonly number[]): void {
    this.#listener?.({ kind: "lines", epoch: "e", lines: times.map(failure) });
  }
  become(log: FeedState["log"]): void {
    this.state = { ...this.state, log };
    this.#listener?.({ kind: "state" });
  }
}

function open(toMs = 2_000) {
  const feeds = new Map<string, Telemetry>();
  const span = { fromMs: 1_000, toMs };
  const recording = new PageRecording(
    (topic) => {
      const parts = parseLogTopic(topic);
      const feed = new Telemetry();
      if (parts !== undefined && "sessionId" in parts) feeds.set(parts.sessionId, feed);
      return feed;
    },
    () => span,
    () => {},
  );
  const times = () => recording.record?.requests.map(({ fromMs }) => fromMs);
  const feedOf = (id: string) => feeds.get(id) ?? new Telemetry();
  return { recording, span, times, feedOf };
}

it("has what happened while the invocation ran, and is read when all browsers are", async () => {
  const { recording, times, feedOf } = open();
  recording.follow([sessionOf("s1"), sessionOf("s2")]);
  feedOf("s1").fail(500, 1_000, 1_500);
  feedOf("s1").become("ended");
  await expect.poll(times).toEqual([1_000, 1_500]);
  expect(recording.isRead).toBe(false);
  feedOf("s2").become("unavailable");
  await expect.poll(() => recording.isRead).toBe(true);
});

it("follows each browser once, and none further than the time of the invocation", async () => {
  const { recording, span, times, feedOf } = open(Number.POSITIVE_INFINITY);
  recording.follow([sessionOf("s1")]);
  const first = feedOf("s1");
  recording.follow([sessionOf("s1"), sessionOf("s2")]);
  expect(feedOf("s1")).toBe(first);
  first.fail(3_000);
  first.become("open");
  span.toMs = 3_500;
  first.fail(3_400, 3_600);
  expect(first.isRead).toBe(true);
  first.fail(9_000);
  expect(first.isRead).toBe(false);
  await expect.poll(times).toEqual([3_000, 3_400]);
});

it("says of each browser when it was last read as active", () => {
  const { recording, feedOf } = open();
  recording.follow([sessionOf("s1", 1_000)]);
  expect(feedOf("s1").liveAtMs).toBe(1_000);
  recording.follow([sessionOf("s1", 3_000), sessionOf("s2")]);
  expect([feedOf("s1").liveAtMs, feedOf("s2").liveAtMs]).toEqual([3_000, undefined]);
  recording.follow([sessionOf("s1")]);
  expect(feedOf("s1").liveAtMs).toBeUndefined();
});

it("loads no parser without an event of that time, and reads nothing once it is closed", async () => {
  const { recording, feedOf } = open();
  recording.follow([sessionOf("s1")]);
  feedOf("s1").fail(500);
  feedOf("s1").become("open");
  expect(recording.isRead).toBe(true);
  expect(recording.record).toBeUndefined();
  recording.close();
  expect(feedOf("s1").isRead).toBe(false);
});
