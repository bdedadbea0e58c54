import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minuteMs } from "../bff/time-units.ts";
import { consumptionOf, quantile } from "./consumption.ts";
import { type CountSample, stretchesOf } from "./counts.ts";

const consumption = (samples: readonly CountSample[], overMs: number) =>
  consumptionOf(stretchesOf(samples, 45_000), overMs);
const sample = (
  atMs: number,
  available: number | null,
  acquired: number | null,
  size: number | null = 20,
) => ({
  at_ms: atMs,
  available,
  acquired,
  size: available === null ? null : size,
});

describe("consumption", () => {
  it("divides acquisitions by measured minutes", () => {
    // 15 polls a quarter of a minute apart are 3.5 min; one acquired every 30 s makes seven.
    const samples = Array.from({ length: 15 }, (_, step) => {
      const acquired = Math.floor(step / 2);
      return sample(600_000 + step * 15_000, 20 - acquired, acquired);
    });
    const found = consumption(samples, 5 * minuteMs);
    expect(found).toMatchObject({ minutes: 3.5, taken: 7, started: 0, lost: 0, taken_per_minute: 2 });
    // Eleven windows of 70 s, 14 s apart. The second least has 2 1/15 taken (126 to 196 s), the second most 2.6
    // (14 to 84 s): the 10th and the 90th percentile.
    expect(found?.slow_per_minute).toBeCloseTo(((2 + 1 / 15) * 60) / 70, 9);
    expect(found?.fast_per_minute).toBeCloseTo((2.6 * 60) / 70, 9);
    expect(found?.windows).toBe(11);
  });

  it("includes browsers filled meanwhile and counts losses separately", () => {
    // Available stays at 5 while 4 are filled and 4 acquired.
    const filled = [0, 1, 2, 3, 4].map((step) => sample(step * 15_000, 5, step));
    expect(consumption(filled, 5 * minuteMs)).toMatchObject({ taken: 4, started: 4, taken_per_minute: 4 });
    const lost = [4, 3, 2, 1, 0].map((acquired, step) => sample(step * 15_000, 5, acquired));
    expect(consumption(lost, 5 * minuteMs)).toMatchObject({ taken: 0, lost: 4, lost_per_minute: 4 });
  });

  it("excludes unmeasured time", () => {
    const samples = [
      sample(0, 10, 0),
      sample(15_000, 9, 1),
      sample(30_000, null, null),
      // Twenty minutes of outage: what happened in them is not this drain's.
      sample(1_230_000, 4, 6),
      sample(1_245_000, 3, 7),
      sample(1_260_000, 2, 8),
    ];
    expect(consumption(samples, 60 * minuteMs)).toMatchObject({
      minutes: 0.75,
      taken: 3,
      taken_per_minute: 4,
      // No third of these 21 minutes was measured well enough for a band.
      windows: 0,
      slow_per_minute: 4,
      fast_per_minute: 4,
    });
  });

  it("is of the last minutes only, from the poll at their begin on", () => {
    // Four acquired in the first minute, one in the second.
    const samples = [0, 1, 2, 3, 4, 4, 4, 5, 5].map((acquired, step) =>
      sample(step * 15_000, 20 - acquired, acquired),
    );
    expect(consumption(samples, minuteMs)).toMatchObject({
      from_ms: minuteMs,
      to_ms: 2 * minuteMs,
      minutes: 1,
      taken: 1,
    });
  });

  it("excludes browsers ended by a change of size", () => {
    const samples = [
      sample(0, 10, 0),
      sample(15_000, 9, 1),
      sample(30_000, 8, 2),
      // Shrunk to 5: five idle ones are ended.
      sample(45_000, 3, 2, 5),
      sample(60_000, 2, 3, 5),
    ];
    expect(consumption(samples, 60 * minuteMs)).toMatchObject({
      minutes: 0.75,
      taken: 3,
      lost: 0,
      taken_per_minute: 4,
    });
  });

  it("is null below 20 seconds, and has no band with few samples", () => {
    expect(consumption([sample(0, 5, 0), sample(15_000, 4, 1)], 5 * minuteMs)).toBeNull();
    expect(consumption([sample(0, 5, 0), sample(40_000, 4, 1)], 5 * minuteMs)).toBeNull();
    expect(
      consumption(
        [0, 1, 2].map((step) => sample(step * 40_000, 5 - step, step)),
        5 * minuteMs,
      ),
    ).toBeNull();
    const until = (lastMs: number) =>
      [0, 7_000, 14_000, lastMs].map((atMs, step) => sample(atMs, 5 - step, step));
    expect(consumption(until(19_999), 5 * minuteMs)).toBeNull();
    expect(consumption(until(20_000), 5 * minuteMs)).toMatchObject({ taken: 3, taken_per_minute: 9 });
    expect(consumption([], 5 * minuteMs)).toBeNull();
  });

  it("has a band around the mean, and accounts for all available browsers that left", () => {
    const steps = fc.array(
      fc.record({ ms: fc.integer({ min: 1000, max: 15_000 }), take: fc.integer({ min: -3, max: 3 }) }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (moves) => {
        let nowMs = 0;
        let acquired = 50;
        const samples = [sample(0, 50, 50, 100)];
        for (const { ms, take } of moves) {
          nowMs += ms;
          acquired = Math.min(100, Math.max(0, acquired + take));
          samples.push(sample(nowMs, 100 - acquired, acquired, 100));
        }
        const found = consumption(samples, 3_600_000);
        if (found === null) return;
        expect(found.taken).toBe(acquired - 50);
        expect(found.slow_per_minute).toBeLessThanOrEqual(found.taken_per_minute);
        expect(found.fast_per_minute).toBeGreaterThanOrEqual(found.taken_per_minute);
      }),
    );
  });
});

it("quantile interpolates linearly", () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.1)).toBe(2);
  expect(quantile([], 0.5)).toBeUndefined();
});
