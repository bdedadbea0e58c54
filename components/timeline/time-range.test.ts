import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brushWithin, leastMs, movedBrush, rangeFrom, widerRange } from "./time-range.ts";
import { steppedBrush } from "./use-brush.ts";

const range = { fromMs: 1_000_000, toMs: 1_600_000 };
const moment = fc.integer({ min: 0, max: 3_000_000 });

describe("a brush", () => {
  it("lies in order inside the range and is never too narrow, wherever it is drawn", () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const brush = brushWithin(range, one, other);
        expect(brush.fromMs).toBeGreaterThanOrEqual(range.fromMs);
        expect(brush.toMs).toBeLessThanOrEqual(range.toMs);
        expect(brush.toMs - brush.fromMs).toBeGreaterThanOrEqual(leastMs(range) - 1);
      }),
    );
  });

  it("keeps its width when it is moved, up to the ends", () => {
    const brush = { fromMs: 1_100_000, toMs: 1_200_000 };
    fc.assert(
      fc.property(fc.integer({ min: -900_000, max: 900_000 }), (by) => {
        const moved = movedBrush(range, brush, by);
        expect(moved.toMs - moved.fromMs).toBe(100_000);
        expect(moved.fromMs).toBeGreaterThanOrEqual(range.fromMs);
        expect(moved.toMs).toBeLessThanOrEqual(range.toMs);
      }),
    );
    expect(movedBrush(range, brush, 50_000)).toEqual({ fromMs: 1_150_000, toMs: 1_250_000 });
  });

  it("goes by hundredths with the arrows and by tenths with Shift", () => {
    const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });
    expect(steppedBrush(range, range, "from", key("ArrowRight"))).toEqual({
      fromMs: 1_006_000,
      toMs: 1_600_000,
    });
    expect(steppedBrush(range, range, "to", key("ArrowLeft", true))).toEqual({
      fromMs: 1_000_000,
      toMs: 1_540_000,
    });
    const brush = { fromMs: 1_100_000, toMs: 1_200_000 };
    expect(steppedBrush(range, brush, "both", key("End"))).toEqual({ fromMs: 1_500_000, toMs: 1_600_000 });
    expect(steppedBrush(range, brush, "to", key("Home"))).toEqual({ fromMs: 1_100_000, toMs: 1_101_000 });
    expect(steppedBrush(range, brush, "from", key("a"))).toBeUndefined();
  });
});

describe("a range", () => {
  it("is refused when it is turned round or wider than an answer", () => {
    expect(rangeFrom(5, 4)).toBeUndefined();
    expect(rangeFrom(undefined, 4)).toBeUndefined();
    expect(rangeFrom(0, 32 * 86_400_000)).toBeUndefined();
    expect(rangeFrom(4, 5)).toEqual({ fromMs: 4, toMs: 5 });
  });

  it("becomes twice as wide around its middle, and not beyond now", () => {
    expect(widerRange(range, 9_000_000)).toEqual({ fromMs: 700_000, toMs: 1_900_000 });
    expect(widerRange(range, 1_600_000)).toEqual({ fromMs: 400_000, toMs: 1_600_000 });
  });
});
