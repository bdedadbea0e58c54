import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forecast, lineThrough, type Measured } from "./slope.ts";

/** A value every two seconds. */
const every2s = (count: number, value: (index: number) => number): Measured[] =>
  Array.from({ length: count }, (_, index) => ({
    atMs: 1_700_000_000_000 + index * 2000,
    value: value(index),
  }));

describe("line through samples", () => {
  it("recovers any line", () => {
    const slope = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(
        slope,
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 2, max: 300 }),
        (perMs, base, count) => {
          const samples = every2s(count, (index) => base + perMs * index * 2000);
          const line = lineThrough(samples);
          const scale = Math.max(1, Math.abs(perMs), base * 1e-6);
          expect(Math.abs((line?.perMs ?? Number.NaN) - perMs) / scale).toBeLessThan(1e-3);
          expect(Math.abs((line?.now ?? Number.NaN) - (samples.at(-1)?.value ?? 0))).toBeLessThan(
            scale * 1e3,
          );
        },
      ),
    );
  });

  it("is undefined without an extent in time", () => {
    expect(lineThrough([])).toBeUndefined();
    expect(lineThrough([{ atMs: 1, value: 1 }])).toBeUndefined();
  });
});

describe("forecast", () => {
  const mb = 1e6;

  it("predicts when a steady rise reaches the limit", () => {
    // 400 MB rising by 1 MB in 2 s for 3 minutes: 490 MB now, 510 MB are missing.
    const result = forecast(
      every2s(91, (index) => 400 * mb + index * mb),
      1000 * mb,
    );
    expect(result).toMatchObject({ kind: "reaches", overMs: 180_000 });
    if (result.kind === "reaches") expect(result.inMs / 1000).toBeCloseTo(1020, 3);
  });

  it("tolerates noise on a rise, not a noisy level", () => {
    const noisy = every2s(200, (index) => 400 * mb + index * mb + (index % 2 === 0 ? 15 : -15) * mb);
    expect(forecast(noisy, 1000 * mb).kind).toBe("reaches");
    const jumping = every2s(
      200,
      (index) => 400 * mb + index * 0.1 * mb + (index % 2 === 0 ? 150 : -150) * mb,
    );
    expect(forecast(jumping, 1000 * mb).kind).toBe("unsteady");
  });

  it("is absent for level or falling values, and above the limit", () => {
    expect(
      forecast(
        every2s(200, () => 400 * mb),
        1000 * mb,
      ).kind,
    ).toBe("not_rising");
    expect(
      forecast(
        every2s(200, (index) => 400 * mb - index * mb),
        1000 * mb,
      ).kind,
    ).toBe("not_rising");
    expect(
      forecast(
        every2s(200, (index) => 400 * mb + index * 100),
        1000 * mb,
      ).kind,
    ).toBe("not_rising");
    expect(
      forecast(
        every2s(3, () => 1000 * mb),
        1000 * mb,
      ).kind,
    ).toBe("reached");
  });

  it("requires two minutes and twelve samples", () => {
    expect(forecast([], 1)).toEqual({ kind: "too_early", neededMs: 120_000 });
    expect(
      forecast(
        every2s(31, (index) => index * mb),
        1000 * mb,
      ),
    ).toEqual({ kind: "too_early", neededMs: 60_000 });
    const sparse = every2s(200, (index) => index * mb).filter((_, index) => index % 40 === 0);
    expect(forecast(sparse, 1000 * mb).kind).toBe("too_early");
  });

  it("uses the last ten minutes only", () => {
    const fellThenRose = every2s(600, (index) => (index < 300 ? 900 - index : 600 + (index - 300)) * mb);
    expect(forecast(fellThenRose, 1000 * mb)).toMatchObject({ kind: "reaches" });
  });
});
