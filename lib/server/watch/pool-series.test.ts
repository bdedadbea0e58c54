import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SliceSample } from "../store/pool-history.ts";
import { thinned } from "./pool-series.ts";

const sample = (at_ms: number, available: number | null): SliceSample => ({
  at_ms,
  available,
  available_min: available,
  acquired: available === null ? null : 1,
  size: available === null ? null : 5,
});

const series = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.option(fc.nat(9), { nil: null })), {
    maxLength: 800,
  })
  .map((steps) => {
    let atMs = 0;
    return steps.map(([step, available]) => {
      atMs += step;
      return sample(atMs, available);
    });
  });

describe("pool series", () => {
  it("thins to the bound without inventing a value, moving one, or hiding an outage", () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 200 }), (samples, maxPoints) => {
        const kept = thinned(samples, maxPoints);
        expect(kept.length).toBeLessThanOrEqual(Math.max(maxPoints, 2));
        const plain = samples.map(({ available_min: _, ...counts }) => counts);
        for (const { available_min: _, ...counts } of kept) expect(plain).toContainEqual(counts);
        expect(kept.map((each) => each.at_ms)).toEqual(kept.map((each) => each.at_ms).sort((a, b) => a - b));
        const isGap = (each: SliceSample) => each.available === null;
        expect(kept.some(isGap)).toBe(samples.some(isGap));
        if (samples.length > 0) {
          const lastAnswer = samples.findLast((each) => !isGap(each));
          if (lastAnswer) expect(kept.findLast((each) => !isGap(each))?.at_ms).toBe(lastAnswer.at_ms);
        }
      }),
    );
  });

  it("keeps the least of the answers that a kept one stands for", () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 200 }), (samples, maxPoints) => {
        const kept = thinned(samples, maxPoints);
        const least = (of: readonly SliceSample[]) =>
          Math.min(...of.flatMap(({ available_min: min }) => (min === null ? [] : [min])));
        expect(least(kept)).toBe(least(samples));
        for (const each of kept) expect(each.available_min === null).toBe(each.available === null);
        for (const { available, available_min: min } of kept)
          expect(min ?? 0).toBeLessThanOrEqual(available ?? 0);
      }),
    );
  });
});
