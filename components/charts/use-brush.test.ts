import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brushWithin, minMs, movedBrush, shareOf } from "@/lib/charts/time-range";
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

describe("a brush with a step and a minimum width of its own", () => {
  const options = { leastMs: 6_000, stepShare: 0.02 };
  const shares = (brush: { fromMs: number; toMs: number } | undefined) =>
    brush && { from: shareOf(range, brush.fromMs), to: shareOf(range, brush.toMs) };
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

  it("lies between two positions, whichever way it was dragged", () => {
    expect(brushWithin(range, 1_420_000, 1_120_000, 1)).toEqual({ fromMs: 1_120_000, toMs: 1_420_000 });
    expect(brushWithin(range, -3, 9_000_000, 1)).toEqual(range);
  });
  it("moves an edge by keys", () => {
    const moved = (brush: typeof range, edge: "from" | "to", pressed: ReturnType<typeof key>) =>
      shares(steppedBrush(range, brush, edge, pressed, options));
    expect(moved(range, "from", key("ArrowRight"))).toEqual({ from: 0.02, to: 1 });
    expect(moved(range, "to", key("ArrowLeft", true))).toEqual({ from: 0, to: 0.9 });
    const half = { fromMs: 1_180_000, toMs: 1_300_000 };
    expect(moved(half, "from", key("End"))?.from).toBeCloseTo(0.49);
    expect(moved(half, "from", key("End"))?.to).toBe(0.5);
    expect(moved(range, "to", key("Tab"))).toBeUndefined();
  });
  it("never inverts, whatever is pressed", () => {
    const name = fc.constantFrom("ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown");
    const press = fc.tuple(fc.constantFrom("from" as const, "to" as const), name, fc.boolean());
    fc.assert(
      fc.property(fc.array(press, { maxLength: 80 }), (presses) => {
        let brush = range;
        for (const [edge, pressed, large] of presses)
          brush = steppedBrush(range, brush, edge, key(pressed, large), options) ?? brush;
        expect(brush.toMs - brush.fromMs).toBeGreaterThanOrEqual(options.leastMs);
        expect(brush.fromMs).toBeGreaterThanOrEqual(range.fromMs);
        expect(brush.toMs).toBeLessThanOrEqual(range.toMs);
      }),
    );
  });
  it("is in whole milliseconds", () => {
    expect(brushWithin({ fromMs: 1000, toMs: 2001 }, 1250.25, 1500.5, 1)).toEqual({
      fromMs: 1250,
      toMs: 1501,
    });
    expect(brushWithin({ fromMs: 1000, toMs: 2000 }, 1500, 1500, 1)).toEqual({ fromMs: 1500, toMs: 1501 });
  });
});
