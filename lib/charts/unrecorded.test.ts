import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joined, unrecordedIn } from "./unrecorded.ts";

const range = { fromMs: 100, toMs: 200 };
const gap = (from_ms: number, to_ms: number | null, filled = false) => ({ from_ms, to_ms, filled });
const spans = (knownFromMs: number | null, ...gaps: ReturnType<typeof gap>[]) =>
  unrecordedIn(range, knownFromMs, gaps).map(({ fromMs, toMs, gap: of }) => [fromMs, toMs, of !== undefined]);

describe("what of a range was not recorded", () => {
  it("is nothing where the record began before it and has no gap", () => {
    expect(spans(100)).toEqual([]);
    expect(spans(7)).toEqual([]);
  });

  it("is the time before the record began, and all of it while nothing is recorded", () => {
    expect(spans(130)).toEqual([[100, 130, false]]);
    expect(spans(null)).toEqual([[100, 200, false]]);
    expect(spans(300)).toEqual([[100, 200, false]]);
  });

  it("is each gap that was not filled, within the range, oldest first", () => {
    expect(spans(100, gap(190, null), gap(150, 160), gap(120, 125, true), gap(90, 110))).toEqual([
      [100, 110, true],
      [150, 160, true],
      [190, 200, true],
    ]);
    expect(spans(100, gap(10, 100), gap(200, 250))).toEqual([]);
  });

  it("is the rest only of a gap that began before the record", () => {
    expect(spans(130, gap(110, 140), gap(105, 120))).toEqual([
      [100, 130, false],
      [130, 140, true],
    ]);
  });
});

describe("periods joined", () => {
  it("do not overlap, are in order, and cover the same moments", () => {
    const at = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.array(fc.tuple(at, at)), (pairs) => {
        const given = pairs
          .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length + 1 }))
          .sort((a, b) => a.fromMs - b.fromMs);
        const whole = joined(given);
        const covers = (periods: typeof whole, atMs: number) =>
          periods.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
        for (let atMs = 0; atMs < 65; atMs += 1) expect(covers(whole, atMs)).toBe(covers(given, atMs));
        for (const [place, { fromMs }] of whole.entries())
          if (place > 0) expect(fromMs).toBeGreaterThan(whole[place - 1]?.toMs ?? 0);
      }),
    );
  });
});
