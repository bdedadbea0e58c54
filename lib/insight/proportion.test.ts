import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOf, deviate, shareOf, wilson, z99 } from "./proportion.ts";

const counted = fc
  .tuple(fc.nat(5_000), fc.nat(5_000))
  .map(([a, b]) => ({ part: Math.min(a, b), whole: Math.max(a, b) + 1 }));

describe("share of a sample", () => {
  it("has Wilson's interval as computed manually", () => {
    // 10 of 50: (0.2 + 3.8415/100 ± 1.96·√(0.16/50 + 3.8415/10000)) / (1 + 3.8415/50)
    const at = wilson({ part: 10, whole: 50 });
    expect(at?.low).toBeCloseTo(0.1124, 4);
    expect(at?.high).toBeCloseTo(0.3304, 4);
    const none = wilson({ part: 0, whole: 30 });
    expect(none?.low).toBe(0);
    // z²/(n + z²)
    expect(none?.high).toBeCloseTo(3.841459 / 33.841459, 6);
    expect(wilson({ part: 0, whole: 0 })).toBeNull();
    expect(shareOf({ part: 0, whole: 0 })).toBeNull();
  });

  it("is within its interval, which is within 0 and 1 and narrows with the sample", () => {
    fc.assert(
      fc.property(counted, ({ part, whole }) => {
        const [few, many] = [wilson({ part, whole }), wilson({ part: part * 10, whole: whole * 10 })];
        if (few === null || many === null) throw new Error("no interval");
        expect(few.low).toBeGreaterThanOrEqual(0);
        expect(few.high).toBeLessThanOrEqual(1);
        expect(few.low).toBeLessThanOrEqual(part / whole);
        expect(few.high).toBeGreaterThanOrEqual(part / whole);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });
});

describe("two shares", () => {
  it("have the z-score computed manually", () => {
    // 5 of 100 and 15 of 100: pooled 0.1, error √(0.09·0.02) = 0.042426, 0.1/0.042426
    expect(deviate({ part: 5, whole: 100 }, { part: 15, whole: 100 })).toBeCloseTo(2.35702, 5);
    expect(deviate({ part: 0, whole: 9 }, { part: 0, whole: 9 })).toBe(0);
    expect(deviate({ part: 0, whole: 0 }, { part: 3, whole: 9 })).toBe(0);
  });

  it("are antisymmetric", () => {
    fc.assert(
      fc.property(counted, counted, (a, b) => {
        expect(deviate(a, b)).toBeCloseTo(-deviate(b, a), 9);
        expect(Math.sign(deviate(a, b))).toBe(Math.sign(b.part * a.whole - a.part * b.whole));
      }),
    );
  });

  it("have p-values as in tables of the normal distribution", () => {
    expect(chanceOf(0)).toBeCloseTo(1, 6);
    expect(chanceOf(1.959964)).toBeCloseTo(0.05, 6);
    expect(chanceOf(-2.575829)).toBeCloseTo(0.01, 6);
    expect(chanceOf(3.290527)).toBeCloseTo(0.001, 6);
  });
});

it("the limits of shares and chances are exact", () => {
  expect(shareOf({ part: 3, whole: 4 })).toBe(0.75);
  expect(wilson({ part: 7, whole: 7 })?.high).toBe(1);
  expect(wilson({ part: 7, whole: 7 })?.low).toBeCloseTo(7 / (7 + 3.841459), 6);
  const [usual, wide] = [wilson({ part: 10, whole: 50 }), wilson({ part: 10, whole: 50 }, z99)];
  expect([usual, wide].map((band) => (band?.high ?? 0) - (band?.low ?? 0))).toEqual([
    expect.closeTo(0.218, 3),
    expect.closeTo(0.2827, 3),
  ]);
  expect(deviate({ part: 3, whole: 9 }, { part: 0, whole: 0 })).toBe(0);
  for (const z of [0, 1e-9, -1e-9]) expect(chanceOf(z)).toBeLessThanOrEqual(1);
});
