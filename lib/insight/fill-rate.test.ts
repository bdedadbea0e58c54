import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CountSample, stretchesOf } from "./counts.ts";
import { configuredRateOf, isFasterThan, learnFillRate, percentPerMinute } from "./fill-rate.ts";

const silenceMs = 45_000;
const at = (seconds: number, available: number | null, acquired = 0, size = 10): CountSample => ({
  at_ms: seconds * 1000,
  available,
  acquired: available === null ? null : acquired,
  size: available === null ? null : size,
});
const learn = (samples: readonly CountSample[], size = 10) =>
  learnFillRate(stretchesOf(samples, silenceMs), size);

describe("observed fill rate", () => {
  it("divides arrivals after the first by the time between first and last", () => {
    // One browser every 30 s, polled every 15 s: seen at 30, 60, 90, 120. Three in 90 s are 2 a minute.
    const held = [0, 0, 1, 1, 2, 2, 3, 3, 4];
    const learned = learn(held.map((count, step) => at(step * 15, count)));
    expect(learned).toEqual({
      per_minute: 2,
      // The first and the last were each seen up to 15 s late: 90 s may be 75 s or 105 s.
      low_per_minute: (3 * 60) / 105,
      high_per_minute: (3 * 60) / 75,
      browsers: 3,
      minutes: 1.5,
    });
  });

  it("is independent of acquiring and releasing", () => {
    const plain = [0, 0, 1, 1, 2, 2, 3, 3, 4].map((count, step) => at(step * 15, count));
    const moved = plain.map((sample, step) =>
      at(step * 15, sample.available === 0 ? 0 : 1, step < 2 ? 0 : (sample.available ?? 0) - 1),
    );
    expect(learn(moved)).toEqual(learn(plain));
  });

  it("is null for a pool that filled at once, is unchanged, or was not measured", () => {
    expect(learn([at(0, 0), at(15, 10), at(30, 10)])).toBeNull();
    expect(learn([at(0, 4), at(15, 4), at(30, 4)])).toBeNull();
    expect(learn([at(0, null), at(15, null)])).toBeNull();
    expect(learn([])).toBeNull();
    expect(learnFillRate(stretchesOf([at(0, 1)], silenceMs), null)).toBeNull();
  });

  it("excludes replacements of lost browsers", () => {
    // Three are given up one after another and replaced within 15 s each; the pool's own pace is never seen.
    const held = [10, 9, 10, 10, 9, 10, 10, 9, 10];
    expect(learn(held.map((count, step) => at(step * 5, count)))).toBeNull();
  });

  it("does not span a gap or a change of size", () => {
    const before = [0, 1, 2].map((count, step) => at(step * 15, count));
    const after = [5, 6].map((count, step) => at(60 + step * 15, count));
    expect(learn([...before, at(45, null), ...after])?.browsers).toBeUndefined();
    expect(learn([...before, ...after.map((sample) => ({ ...sample, size: 20 }))])).toBeNull();
  });

  it("recovers any rate within the sampling uncertainty, regardless of acquisitions", () => {
    const script = fc.record({
      everyMs: fc.integer({ min: 2000, max: 120_000 }),
      pollMs: fc.integer({ min: 1000, max: 15_000 }),
      size: fc.integer({ min: 8, max: 40 }),
      holds: fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }),
    });
    fc.assert(
      fc.property(script, ({ everyMs, pollMs, size, holds }) => {
        const samples: CountSample[] = [];
        for (let nowMs = 0; nowMs <= everyMs * size; nowMs += pollMs) {
          const held = Math.min(size, Math.floor(nowMs / everyMs));
          const acquired = Math.min(held, holds[samples.length % holds.length] ?? 0);
          samples.push({ at_ms: nowMs, available: held - acquired, acquired, size });
        }
        const learned = learnFillRate(stretchesOf(samples, 3 * pollMs), size);
        if (learned === null) return;
        const exact = 60_000 / everyMs;
        expect(learned.low_per_minute).toBeLessThanOrEqual(learned.per_minute);
        expect(learned.low_per_minute * 0.999).toBeLessThanOrEqual(exact);
        if (learned.high_per_minute !== null)
          expect(learned.high_per_minute * 1.001).toBeGreaterThanOrEqual(exact);
      }),
    );
  });
});

describe("a sequence of arrivals", () => {
  /** Nine polls, 15 s apart, with an arrival every 30 s. */
  const filling = (from: number, held: number) =>
    Array.from({ length: 9 }, (_, step) => at(from + step * 15, held + Math.floor(step / 2), 0, 30));
  const browsers = (samples: readonly CountSample[]) => learn(samples, 30)?.browsers;

  it("ends where the size differs, and starts anew after it", () => {
    expect(browsers(filling(0, 0))).toBe(3);
    expect(browsers([...filling(0, 0), ...filling(135, 4)])).toBe(7);
    expect(browsers([...filling(0, 0), at(135, 4, 0, 40), ...filling(150, 4)])).toBe(6);
  });

  it("does not count an arrival within 15 s after a loss, or within one poll of it", () => {
    const arriving = (seconds: number) => {
      const held = [6, 7, 6].map((count, step) => at(step * 5, count, 0, 30));
      const arrivals = [7, 8, 9].map((count, step) => at(10 + seconds + step * 20, count, 0, 30));
      return browsers([...held, ...arrivals]);
    };
    // The first arrival starts the clock in either case.
    expect([arriving(15), arriving(16)]).toEqual([2, 2]);
  });

  it("does not count arrivals that follow one within 15 s after a loss either", () => {
    // Lost at 10 s. The arrivals at 15, 20 and 25 s may replace; those at 30 and 35 s are the pool's own pace.
    const held = [6, 7, 6, 7, 8, 9, 10, 11].map((count, step) => at(step * 5, count, 0, 30));
    expect(learn(held, 30)).toMatchObject({ browsers: 2, minutes: 10 / 60 });
  });

  it("has an uncertainty of the longer of its first two polling intervals", () => {
    const samples = [at(0, 0), at(10, 1), at(40, 2), at(50, 3)];
    expect(learn(samples)).toEqual({
      per_minute: 3,
      low_per_minute: (2 * 60) / (40 + 30),
      high_per_minute: (2 * 60) / (40 - 30),
      browsers: 2,
      minutes: 40 / 60,
    });
    // As long as the whole sequence: no upper bound.
    expect(learn([at(0, 0), at(20, 1), at(40, 3)])).toMatchObject({ high_per_minute: null, browsers: 2 });
    expect(learn([at(0, 0), at(20, 1), at(40, 2)])).toBeNull();
  });
});

describe("the configured rate", () => {
  const observed = (perMinute: number) => ({
    per_minute: perMinute,
    low_per_minute: perMinute * 0.9,
    high_per_minute: perMinute * 1.1,
    browsers: 9,
    minutes: 3,
  });

  it("is percent of the size, at least one browser", () => {
    expect(percentPerMinute(25, 40)).toBe(10);
    expect(percentPerMinute(25, 2)).toBe(1);
    expect(percentPerMinute(0, 40)).toBe(0);
  });

  it("states whether the observation reaches it", () => {
    expect(configuredRateOf(25, 40, observed(10))).toEqual({ percent: 25, per_minute: 10, met: true });
    expect(configuredRateOf(25, 40, observed(25))?.met).toBe(true);
    expect(configuredRateOf(0, 40, observed(25))?.met).toBe(true);
    expect(configuredRateOf(25, 40, observed(3))?.met).toBe(false);
    expect(configuredRateOf(25, 40, null)?.met).toBeNull();
    expect(configuredRateOf(null, 40, null)).toBeNull();
  });

  it("is exceeded by an observation that is faster at its lowest", () => {
    expect([13, 15, 16].map((perMinute) => isFasterThan(observed(perMinute), 10))).toEqual([
      false,
      false,
      true,
    ]);
  });
});
