import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrowStep, firstBox, fitBox, floatBounds } from "./float-box.ts";

const { marginPx, barPx } = floatBounds;

describe("a floating view", () => {
  it("is clamped to the window", () => {
    const px = fc.integer({ min: -5_000, max: 5_000 });
    const room = fc.record({
      width: fc.integer({ min: 320, max: 4_000 }),
      height: fc.integer({ min: 400, max: 3_000 }),
    });
    fc.assert(
      fc.property(fc.record({ left: px, top: px, width: px }), room, (requested, window) => {
        const ratio = 16 / 10;
        const box = fitBox(requested, window, ratio);
        expect(box.width).toBeGreaterThan(0);
        expect(box.left).toBeGreaterThanOrEqual(marginPx);
        expect(box.top).toBeGreaterThanOrEqual(marginPx);
        expect(box.left + box.width).toBeLessThanOrEqual(window.width - marginPx + 1);
        expect(box.top + barPx + box.width / ratio).toBeLessThanOrEqual(window.height - marginPx + 1);
      }),
    );
  });
  it("starts in the lower right corner", () => {
    expect(firstBox({ width: 1440, height: 900 }, 1.6)).toEqual({ left: 1028, top: 602, width: 400 });
    expect(firstBox({ width: 390, height: 844 }, 1.6).width).toBe(220);
  });
  it("is moved by arrow keys", () => {
    expect(arrowStep("ArrowLeft", false)).toEqual({ x: -16, y: 0 });
    expect(arrowStep("ArrowDown", true)).toEqual({ x: 0, y: 64 });
    expect(arrowStep("Enter", false)).toBeUndefined();
  });
});
