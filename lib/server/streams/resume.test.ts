import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSeam } from "./history-overlap.ts";
import { textsOf } from "./line-buffer.ts";
import type { LogItem } from "./log-item.ts";
import { Resumption } from "./resume.ts";

const items = (texts: readonly string[]): LogItem[] =>
  texts.map((text) => ({ at: "2026-01-01T00:00:00.000Z", text, cut: false }));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
const chars = 1_000_000;

interface Case {
  log: string[];
  /** Lines of the log at the interruption. */
  brokenAt: number;
  /** Lines when following resumed. */
  followStartIndex: number;
  /** Lines when the history had been read. */
  historyEndIndex: number;
}

const cases = (line: (index: number) => fc.Arbitrary<string>): fc.Arbitrary<Case> =>
  fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.nat(30)).chain(([before, meanwhile, overlapping, after]) =>
    fc
      .tuple(...Array.from({ length: before + meanwhile + overlapping + after }, (_, index) => line(index)))
      .map((log) => ({
        log,
        brokenAt: before,
        followStartIndex: before + meanwhile,
        historyEndIndex: before + meanwhile + overlapping,
      })),
  );

const distinct = cases((index) => fc.constant(`line ${index}`));
const repeated = cases(() => fc.constantFrom("a", "b"));
const small = fc.integer({ min: 1, max: 40 });

/** Reads the history in batches; at most `ring` lines are shown, and `keep` are held. */
function resumed(one: Case, { ring, keep, batch }: { ring: number; keep: number; batch: number }) {
  const texts = one.log.slice(Math.max(0, one.brokenAt - ring), one.brokenAt);
  const shown = { texts, unbroken: texts.length, lineCount: one.brokenAt };
  const resumption = new Resumption(shown, { lines: keep, chars });
  const added: LogItem[] = [];
  for (let at = 0; at < one.historyEndIndex; at += batch) {
    added.push(...resumption.add(items(one.log.slice(at, Math.min(at + batch, one.historyEndIndex)))));
  }
  const isCertain = resumption.found;
  if (!isCertain) added.push(...resumption.settle(true).items);
  const followed = one.log.slice(one.followStartIndex);
  const seam = findSeam(textsOf(added), followed, false);
  return { isCertain, meanwhile: textsOf(added), followed: followed.slice(seam.repeated) };
}

describe("T47 after an interruption", () => {
  test("distinct lines: the lines still in the log follow completely, however few lines are held", () => {
    fc.assert(
      fc.property(distinct, small, small, small, (one, ring, keep, batch) => {
        const { isCertain, meanwhile, followed } = resumed(one, { ring, keep, batch });
        expect(isCertain).toBe(true);
        expect([...meanwhile, ...followed]).toEqual(one.log.slice(one.brokenAt));
      }),
    );
  });

  test("repeated lines: no line is added that is not in the log", () => {
    fc.assert(
      fc.property(repeated, small, small, small, (one, ring, keep, batch) => {
        const { meanwhile, followed } = resumed(one, { ring, keep, batch });
        expect(one.log.join("").endsWith(followed.join(""))).toBe(true);
        expect(one.log.slice(0, one.historyEndIndex).join("").endsWith(meanwhile.join(""))).toBe(true);
      }),
    );
  });

  test("an unknown line count: the end of the history decides, and the newest lines follow", () => {
    fc.assert(
      fc.property(distinct, small, small, (one, ring, keep) => {
        const texts = one.log.slice(Math.max(0, one.brokenAt - ring), one.brokenAt);
        const shown = { texts, unbroken: texts.length, lineCount: undefined };
        const resumption = new Resumption(shown, { lines: keep, chars });
        expect(resumption.add(items(one.log.slice(0, one.historyEndIndex)))).toEqual([]);
        const added = textsOf(resumption.settle(true).items);
        const expected = one.log.slice(one.brokenAt, one.historyEndIndex);
        expect(added).toEqual(expected.slice(Math.max(0, expected.length - keep)));
      }),
    );
  });
});

test("an unfinished history of an old part of the log is left out", () => {
  const shown = { texts: numbered(50).slice(30), unbroken: 20, lineCount: 50 };
  const resumption = new Resumption(shown, { lines: 10, chars });
  expect(resumption.add(items(numbered(20)))).toEqual([]);
  expect(resumption.settle(false)).toEqual({ items: [], known: false, continues: false });
  expect(resumption.found).toBe(false);
});

test("holds no more than its bounds, by lines and by length", () => {
  const resumption = new Resumption(
    { texts: [], unbroken: 0, lineCount: undefined },
    { lines: 100, chars: 50 },
  );
  for (let round = 0; round < 100; round += 1) resumption.add(items(["0123456789"]));
  expect(resumption.settle(true).items).toHaveLength(5);
  expect(resumption.readLines).toBe(100);
});
