import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampedRange, fullBrush, minBrushShare, movedEdge, spanOf } from "./brush-range.ts";

describe("a brushed range", () => {
  it("lies between two positions, whichever way it was dragged", () => {
    expect(clampedRange(0.7, 0.2)).toEqual({ from: 0.2, to: 0.7 });
    expect(clampedRange(-3, 9)).toEqual(fullBrush);
  });
  it("moves an edge by keys", () => {
    expect(movedEdge(fullBrush, "from", "ArrowRight", false)).toEqual({ from: 0.02, to: 1 });
    expect(movedEdge(fullBrush, "to", "ArrowLeft", true)).toEqual({ from: 0, to: 0.9 });
    expect(movedEdge({ from: 0.3, to: 0.5 }, "from", "End", false)?.from).toBeCloseTo(0.49);
    expect(movedEdge(fullBrush, "to", "Tab", false)).toBeUndefined();
  });
  it("never inverts, whatever is pressed", () => {
    const key = fc.constantFrom("ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown");
    const press = fc.tuple(fc.constantFrom("from" as const, "to" as const), key, fc.boolean());
    fc.assert(
      fc.property(fc.array(press, { maxLength: 80 }), (presses) => {
        let part = fullBrush;
        for (const [edge, pressed, large] of presses) part = movedEdge(part, edge, pressed, large) ?? part;
        expect(part.to - part.from).toBeGreaterThanOrEqual(minBrushShare - 1e-9);
        expect(part.from).toBeGreaterThanOrEqual(0);
        expect(part.to).toBeLessThanOrEqual(1);
      }),
    );
  });
  it("is in whole milliseconds", () => {
    expect(spanOf({ from: 0.25, to: 0.5 }, 1000, 2001)).toEqual({ fromMs: 1250, toMs: 1501 });
    expect(spanOf({ from: 0.5, to: 0.5 }, 1000, 2000)).toEqual({ fromMs: 1500, toMs: 1501 });
  });
});
