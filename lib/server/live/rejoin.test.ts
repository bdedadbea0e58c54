import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { History } from "./history.ts";
import type { LogItem } from "./log-item.ts";
import { rejoin } from "./rejoin.ts";

const item = (text: string): LogItem => ({ at: "2026-01-01T00:00:00.000Z", text, cut: false });
const items = (texts: readonly string[]) => texts.map(item);
const texts = (lines: readonly LogItem[]) => lines.map(({ text }) => text);

const historyOf = (log: readonly string[], keep: number, ended = true): History => ({
  items: items(log.slice(-keep)),
  complete: true,
  ended,
  readLines: log.length,
  trimmed: log.length > keep,
});

interface Case {
  log: string[];
  /** Lines before the break, lines when the follower came, lines when the history had been read. */
  brokenAt: number;
  followedFrom: number;
  readThrough: number;
}

const cases = (line: (index: number) => fc.Arbitrary<string>): fc.Arbitrary<Case> =>
  fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.nat(30)).chain(([before, meanwhile, overlapping, after]) =>
    fc
      .tuple(...Array.from({ length: before + meanwhile + overlapping + after }, (_, index) => line(index)))
      .map((log) => ({
        log,
        brokenAt: before,
        followedFrom: before + meanwhile,
        readThrough: before + meanwhile + overlapping,
      })),
  );

const different = cases((index) => fc.constant(`line ${index}`));
const alike = cases(() => fc.constantFrom("a", "b"));
const sizes = { ring: fc.integer({ min: 1, max: 40 }), keep: fc.integer({ min: 1, max: 60 }) };

function joinCase(
  { log, brokenAt, followedFrom, readThrough }: Case,
  ring: number,
  keep: number,
  ended = true,
) {
  const shown = log.slice(Math.max(0, brokenAt - ring), brokenAt);
  return rejoin(
    { texts: shown, unbroken: shown.length, lineCount: brokenAt },
    historyOf(log.slice(0, readThrough), keep, ended),
    { items: items(log.slice(followedFrom)), overflowed: false },
  );
}

describe("T47 after a break", () => {
  test("lines that can be told apart: what is still there follows whole, and zero is said only when it is", () => {
    fc.assert(
      fc.property(different, sizes.ring, sizes.keep, (one, ring, keep) => {
        const { missing, meanwhile, followed } = joinCase(one, ring, keep);
        const got = [...texts(meanwhile), ...texts(followed)];
        const due = one.log.slice(one.brokenAt);
        if (missing === 0) expect(got).toEqual(due);
        // Never twice, never out of order; only the oldest of what is due can be gone.
        if (got.length > 0) expect(due.slice(-got.length)).toEqual(got);
        const inHistory = one.brokenAt - Math.max(0, one.readThrough - keep);
        if (inHistory > 0 || one.readThrough <= keep) expect(missing).toBe(0);
      }),
    );
  });

  test("an upstream that never ends its history is believed when the follower has seen its end", () => {
    fc.assert(
      fc.property(different, sizes.ring, (one, ring) => {
        const { missing, meanwhile, followed } = joinCase(one, ring, 200, false);
        const due = one.log.slice(one.brokenAt);
        if (missing === 0) expect([...texts(meanwhile), ...texts(followed)]).toEqual(due);
        if (one.readThrough > one.followedFrom) expect(missing).toBe(0);
        else expect(missing).toBeNull();
      }),
    );
  });

  test("lines that all look alike: nothing is invented", () => {
    fc.assert(
      fc.property(alike, sizes.ring, sizes.keep, (one, ring, keep) => {
        const { meanwhile, followed } = joinCase(one, ring, keep);
        expect(one.log.join("").endsWith(texts(followed).join(""))).toBe(true);
        expect(one.log.slice(0, one.readThrough).join("").endsWith(texts(meanwhile).join(""))).toBe(true);
      }),
    );
  });
});

test("a repeated line at the seam is doubt, not proof", () => {
  const shown = { texts: ["tick"], unbroken: 1, lineCount: 1 };
  const held = { items: items(["tick"]), overflowed: false };
  const joined = rejoin(shown, historyOf(["tick", "tick", "tick"], 10), held);
  expect(joined.missing).toBeNull();
  expect(joined.lineCount).toBeUndefined();
});

test("an unfinished reading of an old part of the log is left out", () => {
  const log = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  const old: History = { ...historyOf(log.slice(0, 20), 10, false), complete: false };
  const shown = { texts: log.slice(30), unbroken: 20, lineCount: 50 };
  const joined = rejoin(shown, old, { items: items(["new"]), overflowed: false });
  expect(joined).toMatchObject({ missing: null, meanwhile: [], lineCount: undefined });
  expect(texts(joined.followed)).toEqual(["new"]);
});
