import { expect, it } from "vitest";
import { LiveContinuation } from "./live-continuation.ts";
import type { FeedLine } from "./log-feed.ts";

const at = (number: number) => new Date(number * 1000).toISOString();
const lines = (...texts: readonly string[]): FeedLine[] =>
  texts.map((text, index) => ({ id: 100 + index, at: at(index), text }));
const gap = { id: 9, reason: "slow", count: 4, from: null, to: at(1) } as const;

/** What is passed on: texts, gaps as their count in brackets; ids count from 1. */
function continued() {
  const shown: string[] = [];
  let lastId = 0;
  const continuation = new LiveContinuation((event) => {
    expect(event.epoch).toBe("stored7");
    const entries = event.kind === "lines" ? event.lines : [event.gap];
    for (const entry of entries) {
      lastId += 1;
      expect(entry.id).toBe(lastId);
      shown.push("text" in entry ? entry.text : `[${entry.count ?? "?"}]`);
    }
  });
  return {
    shown,
    stored: (...texts: readonly string[]) =>
      continuation.addStored({ kind: "lines", epoch: "stored7", lines: lines(...texts) }),
    live: (...texts: readonly string[]) =>
      continuation.addLive({ kind: "lines", epoch: "e", lines: lines(...texts) }),
    liveGap: () => continuation.addLive({ kind: "gap", epoch: "e", gap }),
    join: () => continuation.join(),
  };
}

it("passes over the live lines that are stored", () => {
  const { shown, stored, live, join } = continued();
  live("b", "c");
  stored("a", "b");
  stored("c");
  live("d");
  expect(shown).toEqual(["a", "b", "c"]);
  join();
  expect(shown).toEqual(["a", "b", "c", "d"]);
  live("e");
  expect(shown.at(-1)).toBe("e");
});

it("continues with nothing where the live stream is not ahead", () => {
  const { shown, stored, live, join } = continued();
  stored("a", "b", "c");
  live("b", "c");
  join();
  join();
  live("d");
  expect(shown).toEqual(["a", "b", "c", "d"]);
});

it("marks that lines may be missing where the live stream begins later", () => {
  const { shown, stored, live, join } = continued();
  stored("a", "b", "c");
  live("x", "y", "z");
  join();
  expect(shown).toEqual(["a", "b", "c", "[?]", "x", "y", "z"]);
});

it("leaves out gaps before the first new line, which are stored, and passes on later ones", () => {
  const { shown, stored, live, liveGap, join } = continued();
  stored("a", "b");
  liveGap();
  live("a", "b");
  liveGap();
  live("c");
  liveGap();
  join();
  expect(shown).toEqual(["a", "b", "[4]", "c", "[4]"]);
});

it("has no gap where the live stream has no line yet", () => {
  const { shown, stored, live, liveGap, join } = continued();
  stored("a");
  liveGap();
  join();
  live("b");
  expect(shown).toEqual(["a", "b"]);
});

it("takes the last of equal lines", () => {
  const { shown, stored, live, join } = continued();
  stored("tick", "tick", "tick");
  live("tick", "tick", "tick", "tock");
  join();
  expect(shown).toEqual(["tick", "tick", "tick", "tock"]);
});
