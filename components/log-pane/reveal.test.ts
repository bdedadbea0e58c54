import fc from "fast-check";
import { expect, it } from "vitest";
import { shiftToReveal } from "./reveal.ts";

const places = fc.record({
  topPx: fc.integer({ min: -3000, max: 3000 }),
  heightPx: fc.integer({ min: 18, max: 900 }),
  viewportPx: fc.integer({ min: 100, max: 900 }),
});

it("brings a row fully into the window, and moves nothing when it already is", () => {
  fc.assert(
    fc.property(places, fc.constantFrom("centre" as const, "nearest" as const), (place, how) => {
      const { topPx, heightPx, viewportPx } = place;
      const shift = shiftToReveal(place, how);
      const after = topPx - shift;
      if (heightPx >= viewportPx) expect(after).toBe(0);
      else {
        expect(after).toBeGreaterThanOrEqual(0);
        expect(after + heightPx).toBeLessThanOrEqual(viewportPx);
        if (how === "centre") expect(after).toBeCloseTo((viewportPx - heightPx) / 2);
        else if (topPx >= 0 && topPx + heightPx <= viewportPx) expect(shift).toBe(0);
      }
    }),
  );
});

it("brings a row to a height", () => {
  expect(shiftToReveal({ topPx: 500, heightPx: 18, viewportPx: 600 }, 120)).toBe(380);
});
