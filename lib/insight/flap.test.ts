import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flapScore, isFlapping, type Verdict, verdictsOf } from "./flap.ts";

const verdict = fc.constantFrom<Verdict>("available", "unavailable");
const other: Record<Verdict, Verdict> = { available: "unavailable", unavailable: "available" };
const up = "available";
const down = "unavailable";

describe("flap score", () => {
  it("is null with fewer than three verdicts", () => {
    expect(flapScore([])).toBeNull();
    expect(flapScore([up, down])).toBeNull();
  });

  it("equals the manual calculation for short histories", () => {
    // Two steps weigh 0.8 and 1.2; only the newer one is a change.
    expect(flapScore([up, up, down])).toBeCloseTo(60, 10);
    expect(flapScore([up, down, down])).toBeCloseTo(40, 10);
    // Four steps weigh 0.8, 0.93, 1.07, 1.2 (their sum is 4); the second and the last are changes.
    expect(flapScore([up, up, down, down, up])).toBeCloseTo((100 * (0.8 + 0.4 / 3 + 1.2)) / 4, 10);
  });

  it("ignores all but the newest 21 verdicts", () => {
    const calm = Array.from({ length: 21 }, (): Verdict => up);
    expect(flapScore([up, down, up, down, up, down, ...calm])).toBe(0);
  });

  it("is 0 only without changes, 100 only with changes at every step", () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 3, maxLength: 60 }), (verdicts) => {
        const score = flapScore(verdicts);
        const newest = verdicts.slice(-21);
        const changes = newest.slice(1).filter((each, at) => each !== newest[at]).length;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(score === 0).toBe(changes === 0);
        if (changes === newest.length - 1) expect(score).toBeCloseTo(100, 9);
        else expect(score).toBeLessThan(99.9);
      }),
    );
  });

  it("is symmetric in the two statuses and weighs later changes more", () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 3, maxLength: 40 }), (verdicts) => {
        expect(flapScore(verdicts.map((each) => other[each]))).toBe(flapScore(verdicts));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 21 }), fc.integer({ min: 1, max: 18 }), (length, at) => {
        const changeAt = (place: number) =>
          Array.from({ length }, (_, i): Verdict => (i < place ? up : down));
        const place = Math.min(at, length - 2);
        expect(flapScore(changeAt(place + 1)) ?? 0).toBeGreaterThan(flapScore(changeAt(place)) ?? 0);
      }),
    );
  });

  it("skips statuses that are not verdicts", () => {
    expect(verdictsOf([up, "unknown", down, "degraded"])).toEqual([up, down]);
    expect(isFlapping(null)).toBe(false);
    expect(isFlapping(29.9)).toBe(false);
    expect(isFlapping(30)).toBe(true);
  });
});
