import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brushWithin, minMs, movedBrush } from "@/lib/charts/time-range";
import { steppedBrush } from "./use-brush.ts";

const range = { fromMs: 1_000_000, toMs: 1_600_000 };
const moment = fc.integer({ min: 0, max: 3_000_000 });

describe("a brush", () => {
  it("is ordered, inside the range and never too narrow, wherever it is drawn", () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const brush = brushWithin(range, one, other);
        expect(brush.fromMs).toBeGreaterThanOrEqual(range.fromMs);
        expect(brush.toMs).toBeLessThanOrEqual(range.toMs);
        expect(brush.toMs - brush.fromMs).toBeGreaterThanOrEqual(minMs(range) - 1);
      }),
    );
  });

  it("retains its width when moved, up to the ends", () => {
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

  it("moves by hundredths with the arrows and by tenths with Shift", () => {
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
