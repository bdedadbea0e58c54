import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { downsampleSeries } from "./downsample-series.ts";
import type { SliceSample } from "./pool-sample-history.ts";

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

describe("downsampleSeries", () => {
  it("stays within the bound without new or moved values, and keeps outages", () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 200 }), (samples, maxPoints) => {
        const points = downsampleSeries(samples, maxPoints);
        expect(points.length).toBeLessThanOrEqual(Math.max(maxPoints, 2));
        const plain = samples.map(({ available_min: _, ...counts }) => counts);
        for (const { available_min: _, ...counts } of points) expect(plain).toContainEqual(counts);
        expect(points.map((each) => each.at_ms)).toEqual(
          points.map((each) => each.at_ms).sort((a, b) => a - b),
        );
        const isGap = (each: SliceSample) => each.available === null;
        expect(points.some(isGap)).toBe(samples.some(isGap));
        if (samples.length > 0) {
          const lastAnswer = samples.findLast((each) => !isGap(each));
          if (lastAnswer) expect(points.findLast((each) => !isGap(each))?.at_ms).toBe(lastAnswer.at_ms);
        }
      }),
    );
  });

  it("keeps the minimum of the answers that a point represents", () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 2, max: 200 }), (samples, maxPoints) => {
        const points = downsampleSeries(samples, maxPoints);
        const minimum = (of: readonly SliceSample[]) =>
          Math.min(...of.flatMap(({ available_min: min }) => (min === null ? [] : [min])));
        expect(minimum(points)).toBe(minimum(samples));
        for (const each of points) expect(each.available_min === null).toBe(each.available === null);
        for (const { available, available_min: min } of points)
          expect(min ?? 0).toBeLessThanOrEqual(available ?? 0);
      }),
    );
  });
});
