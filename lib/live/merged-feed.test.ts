import fc from "fast-check";
import { expect, it } from "vitest";
import { FakeClock, settle } from "../../tests/support/fakes/live-stream-fakes.ts";
import { paces } from "../paces.ts";
import type { FeedEvent, FeedState, LogFeed } from "./log-feed.ts";
import { LogStore } from "./log-store.ts";
import { mergeFeeds } from "./merged-feed.ts";

const { olderLinesMs: holdMs, firstLinesMs: beginMs } = paces.deadlines;

/** A feed scripted by the test. */
class ScriptedFeed implements LogFeed {
  readonly #listeners = new Set<(event: FeedEvent) => void>();
  #id = 0;
  state: FeedState = { log: "connecting", reason: null, beginsAt: null, connection: "connected" };

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  get listeners(): number {
    return this.#listeners.size;
  }
  become(log: FeedState["log"], reason: string | null = null): void {
    this.state = { ...this.state, log, reason };
    this.emit({ kind: "state" });
  }
  emit(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
  lines(...script: readonly (readonly [atMs: number, text: string])[]): void {
    const lines = script.map(([atMs, text]) => {
      this.#id += 1;
      return { id: this.#id, at: new Date(atMs).toISOString(), text };
    });
    this.emit({ kind: "lines", epoch: "e", lines });
  }
  gap(atMs: number): void {
    this.#id += 1;
    const at = new Date(atMs).toISOString();
    this.emit({
      kind: "gap",
      epoch: "e",
      gap: { id: this.#id, reason: "disconnected", count: 3, from: at, to: at },
    });
  }
}

function world(count = 2) {
  const clock = new FakeClock();
  const feeds = Array.from({ length: count }, () => new ScriptedFeed());
  const merged = mergeFeeds(
    feeds.map((feed, index) => ({ label: `log ${index}`, feed })),
    clock,
  );
  const store = new LogStore();
  const end = merged.subscribe((event) => {
    if (event.kind === "lines") store.addLines(event.epoch, event.lines);
    else if (event.kind === "gap") store.addGap(event.epoch, event.gap, event.source);
    else if (event.kind === "ended") store.addEnd(event.reason, event.source);
  });
  const shown = () =>
    Array.from({ length: store.endRow - store.firstRow }, (_, index) => {
      const row = store.row(store.firstRow + index);
      return `${row?.source}:${row?.kind === "line" ? row.text : row?.kind}`;
    });
  return { clock, feeds, merged, shown, end, store };
}

it("waits for the stored lines of all logs and delivers them in time order", async () => {
  const { clock, feeds, shown } = world();
  const [one, two] = feeds;
  one?.lines([10, "a"], [30, "c"]);
  one?.become("open");
  await clock.advance(holdMs * 4);
  expect(shown()).toEqual([]);
  two?.lines([20, "b"], [40, "d"]);
  two?.become("open");
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "1:b", "0:c", "1:d"]);
});

it("delivers all stored lines before its state becomes open", async () => {
  const { clock, feeds, merged, shown } = world();
  const [one, two] = feeds;
  const nowMs = clock.nowMs();
  const seen: string[][] = [];
  merged.subscribe(({ kind }) => {
    if (kind === "state" && merged.state.log === "open") seen.push(shown());
  });
  one?.lines([nowMs - 40, "a"], [nowMs - 10, "c"]);
  one?.become("open");
  two?.lines([nowMs - 30, "b"]);
  two?.become("open");
  await clock.advance(1);
  expect(seen[0]).toEqual(["0:a", "1:b", "0:c"]);
});

it("does not wait for a log that never opens", async () => {
  const { clock, feeds, shown } = world();
  feeds[0]?.lines([10, "a"]);
  feeds[0]?.become("open");
  await clock.advance(beginMs);
  expect(shown()).toEqual(["0:a"]);
});

it("holds a line back for an older one, up to the time limit", async () => {
  const { clock, feeds, shown } = world();
  const [one, two] = feeds;
  for (const feed of feeds) feed.become("open");
  one?.lines([20, "late"]);
  await clock.advance(holdMs - 1);
  expect(shown()).toEqual([]);
  two?.lines([10, "early"]);
  expect(shown()).toEqual(["1:early"]);
  await clock.advance(1);
  expect(shown()).toEqual(["1:early", "0:late"]);
  // A line that arrives after the time limit is delivered on arrival.
  two?.lines([5, "too late"]);
  await clock.advance(holdMs);
  expect(shown()).toEqual(["1:early", "0:late", "1:too late"]);
});

it("holds a line back no longer when somebody sets the clock back", async () => {
  const { clock, feeds, shown } = world();
  const [one] = feeds;
  one?.become("open");
  one?.lines([20, "a"]);
  clock.step(-3_600_000);
  await clock.advance(beginMs);
  expect(shown()).toEqual(["0:a"]);
  feeds[1]?.become("open");
  one?.lines([30, "b"]);
  clock.step(-3_600_000);
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:b"]);
});

it("reports the end of a log once although it is connected again without a line", async () => {
  const { clock, feeds, shown } = world();
  const [one, two] = feeds;
  for (const feed of feeds) feed.become("open");
  one?.lines([10, "a"]);
  one?.become("ended", "deleted");
  two?.lines([20, "x"]);
  await clock.advance(holdMs);
  one?.become("connecting");
  one?.become("ended", "deleted");
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:ended", "1:x"]);
});

it("preserves the order of each log although its times go back or are invalid", async () => {
  const { clock, feeds, shown } = world();
  for (const feed of feeds) feed.become("open");
  feeds[0]?.lines([30, "a"], [10, "b"], [Date.parse("2026-11-21T00:00:00Z"), "c"]);
  feeds[1]?.lines([20, "x"]);
  await clock.advance(holdMs);
  expect(shown()).toEqual(["1:x", "0:a", "0:b", "0:c"]);
});

it("delivers the gaps of each log, also those detected from ids, and continues when one ends", async () => {
  const { clock, feeds, merged, shown } = world();
  const [one, two] = feeds;
  for (const feed of feeds) feed.become("open");
  one?.lines([10, "a"]);
  one?.gap(20);
  two?.emit({ kind: "lines", epoch: "e", lines: [{ id: 5, at: new Date(30).toISOString(), text: "x" }] });
  two?.emit({ kind: "lines", epoch: "e", lines: [{ id: 9, at: new Date(50).toISOString(), text: "y" }] });
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:gap", "1:x", "1:gap", "1:y"]);
  one?.become("ended", "deleted");
  expect(merged.state).toMatchObject({ log: "open", reason: "log 0: deleted" });
  two?.emit({ kind: "lines", epoch: "e", lines: [{ id: 10, at: new Date(60).toISOString(), text: "z" }] });
  await clock.advance(holdMs);
  expect(shown().slice(5)).toEqual(["0:ended", "1:z"]);
  two?.become("ended", "deleted");
  expect(merged.state.log).toBe("ended");
});

it("unsubscribes from all logs when the last listener leaves", async () => {
  const { clock, feeds, end, shown } = world();
  for (const feed of feeds) feed.become("open");
  feeds[0]?.lines([10, "a"]);
  end();
  await clock.advance(beginMs);
  expect(feeds.map((feed) => feed.listeners)).toEqual([0, 0]);
  expect(shown()).toEqual([]);
});

it("T47 loses and repeats nothing and preserves each log's order", async () => {
  const step = fc.record({
    source: fc.integer({ min: 0, max: 2 }),
    atMs: fc.integer({ min: 0, max: 3000 }),
    lines: fc.integer({ min: 1, max: 4 }),
    waitMs: fc.integer({ min: 0, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, early) => {
      const { clock, feeds, shown } = world(3);
      if (early) for (const feed of feeds) feed.become("open");
      const wanted: string[][] = [[], [], []];
      let number = 0;
      for (const { source, atMs, lines, waitMs } of steps) {
        const script = Array.from({ length: lines }, (_, index) => {
          number += 1;
          return [atMs + index, String(number)] as const;
        });
        feeds[source]?.lines(...script);
        wanted[source]?.push(...script.map(([, text]) => `${source}:${text}`));
        if (waitMs > 200) await clock.advance(waitMs);
      }
      await clock.advance(beginMs + holdMs);
      await settle();
      for (const [source, own] of wanted.entries()) {
        expect(shown().filter((text) => text.startsWith(`${source}:`))).toEqual(own);
      }
      expect(shown()).toHaveLength(number);
    }),
    { numRuns: 40 },
  );
});

it("names its logs and has one state: the least settled, with the reason of each log that is not open", () => {
  const { feeds, merged } = world(3);
  const [one, two, three] = feeds;
  expect(merged.sources).toEqual(["log 0", "log 1", "log 2"]);
  const first = { log: "connecting", reason: null, beginsAt: null, deletedLines: 0, connection: "connected" };
  expect(merged.state).toEqual(first);
  const stateAfter = (
    feed: ScriptedFeed | undefined,
    log: FeedState["log"],
    reason: string | null = null,
  ) => {
    feed?.become(log, reason);
    return [merged.state.log, merged.state.reason];
  };
  expect(stateAfter(one, "ended", "deleted")).toEqual(["connecting", "log 0: deleted"]);
  expect(stateAfter(two, "unavailable")).toEqual(["connecting", "log 0: deleted · log 1: unavailable"]);
  expect(stateAfter(three, "connecting", "busy")).toEqual([
    "connecting",
    "log 0: deleted · log 1: unavailable · log 2: busy",
  ]);
  expect(stateAfter(three, "reconnecting", "broken")).toEqual([
    "reconnecting",
    "log 0: deleted · log 1: unavailable · log 2: broken",
  ]);
  expect(stateAfter(three, "open")).toEqual(["open", "log 0: deleted · log 1: unavailable"]);
  expect(stateAfter(three, "ended")).toEqual([
    "unavailable",
    "log 0: deleted · log 1: unavailable · log 2: ended",
  ]);
  expect(stateAfter(two, "open")).toEqual(["open", "log 0: deleted · log 2: ended"]);
});

it("begins where the first of its logs begins, and has their connection", () => {
  const { feeds, merged } = world();
  const [one, two] = feeds;
  const set = (feed: ScriptedFeed | undefined, change: Partial<FeedState>) => {
    if (feed === undefined) throw new Error("no feed");
    feed.state = { ...feed.state, ...change };
    feed.emit({ kind: "state" });
  };
  set(one, { beginsAt: "2026-11-21T04:00:00+02:00" });
  expect(merged.state.beginsAt).toBe("2026-11-21T04:00:00+02:00");
  set(two, { beginsAt: "2026-11-21T03:00:00Z" });
  expect(merged.state.beginsAt).toBe("2026-11-21T04:00:00+02:00");
  set(two, { beginsAt: "2026-11-21T01:00:00Z" });
  expect(merged.state.beginsAt).toBe("2026-11-21T01:00:00Z");
  set(one, { connection: "stale" });
  expect(merged.state.connection).toBe("stale");
  const none = { log: "ended", reason: null, beginsAt: null, deletedLines: 0, connection: "idle" };
  expect(mergeFeeds([]).state).toEqual(none);
});

it("reports its state to every listener when it changes, and only then", () => {
  const { feeds, merged } = world();
  const events: string[] = [];
  const end = merged.subscribe(({ kind }) => events.push(kind));
  const [one, two] = feeds;
  one?.become("open");
  expect(events).toEqual([]);
  two?.become("open");
  expect(events).toEqual(["state"]);
  one?.become("open");
  expect(events).toEqual(["state"]);
  one?.become("open", "slow");
  expect(events).toEqual(["state"]);
  one?.become("ended", "deleted");
  expect(events.filter((kind) => kind === "state")).toHaveLength(2);
  const before = merged.state;
  end();
  two?.become("reconnecting");
  expect(events.filter((kind) => kind === "state")).toHaveLength(2);
  expect(merged.state).not.toBe(before);
});

it("delivers to each listener in an epoch of its own, with ids from one on", async () => {
  const { clock, feeds, merged } = world();
  for (const feed of feeds) feed.become("open");
  const seen = (): FeedEvent[] => {
    const events: FeedEvent[] = [];
    merged.subscribe((event) => event.kind !== "state" && events.push(event));
    return events;
  };
  const [first, second] = [seen(), seen()];
  feeds[0]?.lines([10, "a"], [20, "b"]);
  feeds[0]?.gap(30);
  feeds[1]?.lines([40, "c"]);
  await clock.advance(holdMs);
  const shapes = (events: readonly FeedEvent[]) =>
    events.map((event) =>
      event.kind === "lines"
        ? event.lines.map(({ id, source, text }) => `${id} ${source}:${text}`).join(", ")
        : event.kind === "gap" && `${event.gap.id} ${event.source}:gap of ${event.gap.count}`,
    );
  expect(shapes(first)).toEqual(["1 0:a, 2 0:b", "3 0:gap of 3", "4 1:c"]);
  expect(shapes(second)).toEqual(shapes(first));
  const epochs = [first, second].map(
    (events) => new Set(events.map((event) => "epoch" in event && event.epoch)),
  );
  expect(epochs.map(({ size }) => size)).toEqual([1, 1]);
  expect([...(epochs[0] ?? [])]).not.toEqual([...(epochs[1] ?? [])]);
});

it("drops entries that a log repeats", async () => {
  const { clock, feeds, shown } = world();
  for (const feed of feeds) feed.become("open");
  const line = { id: 1, at: new Date(10).toISOString(), text: "a" };
  const gap = { id: 2, reason: "slow", count: 1, from: null, to: new Date(20).toISOString() } as const;
  for (let round = 0; round < 2; round += 1) {
    feeds[0]?.emit({ kind: "lines", epoch: "e", lines: [line] });
    feeds[0]?.emit({ kind: "gap", epoch: "e", gap });
  }
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:gap"]);
});

it("reports the end of a log once, after its lines, and again when it has been open in between", async () => {
  const { clock, feeds, shown } = world();
  const [one] = feeds;
  for (const feed of feeds) feed.become("open");
  one?.lines([10, "a"]);
  one?.become("ended", "deleted");
  one?.become("ended", "deleted");
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:ended"]);
  one?.become("open");
  one?.lines([20, "b"]);
  one?.become("ended", "deleted");
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:ended", "0:b", "0:ended"]);
});

it("reports logs that had ended before it was subscribed", async () => {
  const clock = new FakeClock();
  const feed = new ScriptedFeed();
  feed.become("ended", "deleted");
  const events: FeedEvent[] = [];
  mergeFeeds([{ label: "a", feed }], clock).subscribe((event) => events.push(event));
  feed.emit({ kind: "state" });
  await clock.advance(holdMs);
  expect(events).toEqual([{ kind: "ended", source: 0, reason: "deleted" }]);
});
