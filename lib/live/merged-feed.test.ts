import fc from "fast-check";
import { expect, it } from "vitest";
import { settle, TestClock } from "../../tests/support/live-world.ts";
import { paces } from "../paces.ts";
import type { FeedEvent, FeedState, LogFeed } from "./log-feed.ts";
import { LogStore } from "./log-store.ts";
import { mergeFeeds } from "./merged-feed.ts";

const { olderLinesMs: holdMs, firstLinesMs: beginMs } = paces.patience;

/** A feed that says what the test makes it say. */
class Said implements LogFeed {
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
    this.tell({ kind: "state" });
  }
  tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
  lines(...said: readonly (readonly [atMs: number, text: string])[]): void {
    const lines = said.map(([atMs, text]) => {
      this.#id += 1;
      return { id: this.#id, at: new Date(atMs).toISOString(), text };
    });
    this.tell({ kind: "lines", epoch: "e", lines });
  }
  gap(atMs: number): void {
    this.#id += 1;
    const at = new Date(atMs).toISOString();
    this.tell({
      kind: "gap",
      epoch: "e",
      gap: { id: this.#id, reason: "disconnected", count: 3, from: at, to: at },
    });
  }
}

function world(count = 2) {
  const clock = new TestClock();
  const feeds = Array.from({ length: count }, () => new Said());
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

it("waits for what all logs keep, and then shows it in the order of time", async () => {
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

it("has handed out all that is kept when it says that it is open", async () => {
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

it("does not wait for a log that never begins", async () => {
  const { clock, feeds, shown } = world();
  feeds[0]?.lines([10, "a"]);
  feeds[0]?.become("open");
  await clock.advance(beginMs);
  expect(shown()).toEqual(["0:a"]);
});

it("holds a line back for an older one, and lets it go when it has waited", async () => {
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
  // What comes later still than the window is shown where it came.
  two?.lines([5, "too late"]);
  await clock.advance(holdMs);
  expect(shown()).toEqual(["1:early", "0:late", "1:too late"]);
});

it("keeps the order of each log although its times go back or cannot be read", async () => {
  const { clock, feeds, shown } = world();
  for (const feed of feeds) feed.become("open");
  feeds[0]?.lines([30, "a"], [10, "b"], [Date.parse("2026-11-21T00:00:00Z"), "c"]);
  feeds[1]?.lines([20, "x"]);
  await clock.advance(holdMs);
  expect(shown()).toEqual(["1:x", "0:a", "0:b", "0:c"]);
});

it("keeps the breaks of each, also those only its ids tell of, and goes on when one ends", async () => {
  const { clock, feeds, merged, shown } = world();
  const [one, two] = feeds;
  for (const feed of feeds) feed.become("open");
  one?.lines([10, "a"]);
  one?.gap(20);
  two?.tell({ kind: "lines", epoch: "e", lines: [{ id: 5, at: new Date(30).toISOString(), text: "x" }] });
  two?.tell({ kind: "lines", epoch: "e", lines: [{ id: 9, at: new Date(50).toISOString(), text: "y" }] });
  await clock.advance(holdMs);
  expect(shown()).toEqual(["0:a", "0:gap", "1:x", "1:gap", "1:y"]);
  one?.become("ended", "deleted");
  expect(merged.state).toMatchObject({ log: "open", reason: "log 0: deleted" });
  two?.tell({ kind: "lines", epoch: "e", lines: [{ id: 10, at: new Date(60).toISOString(), text: "z" }] });
  await clock.advance(holdMs);
  expect(shown().slice(5)).toEqual(["0:ended", "1:z"]);
  two?.become("ended", "deleted");
  expect(merged.state.log).toBe("ended");
});

it("lets go of all logs when nobody listens", async () => {
  const { clock, feeds, end, shown } = world();
  for (const feed of feeds) feed.become("open");
  feeds[0]?.lines([10, "a"]);
  end();
  await clock.advance(beginMs);
  expect(feeds.map((feed) => feed.listeners)).toEqual([0, 0]);
  expect(shown()).toEqual([]);
});

it("T47 loses nothing, doubles nothing, and keeps each log's own order", async () => {
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
        const said = Array.from({ length: lines }, (_, index) => {
          number += 1;
          return [atMs + index, String(number)] as const;
        });
        feeds[source]?.lines(...said);
        wanted[source]?.push(...said.map(([, text]) => `${source}:${text}`));
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
