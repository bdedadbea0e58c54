import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PoolSample } from "../../bff/history.ts";
import { thinned } from "./pool-series.ts";

const sample = (at_ms: number, available: number | null): PoolSample => ({
  at_ms,
  available,
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
        for (const each of kept) expect(samples).toContain(each);
        expect(kept.map((each) => each.at_ms)).toEqual(kept.map((each) => each.at_ms).sort((a, b) => a - b));
        const isGap = (each: PoolSample) => each.available === null;
        expect(kept.some(isGap)).toBe(samples.some(isGap));
        if (samples.length > 0) {
          const lastAnswer = samples.findLast((each) => !isGap(each));
          if (lastAnswer) expect(kept).toContain(lastAnswer);
        }
      }),
    );
  });
});
