import { expect, test } from "vitest";
import { pathsOf, titleAt } from "./drawn-paths.ts";
import type { Shape } from "./lane-shapes.ts";

const shapes: readonly Shape[] = [
  { x: 0, y: 0, w: 1, h: 20, tone: "grid" },
  { x: 10, y: 10, w: 5, h: 8, tone: "bad", title: "down" },
  { x: 12, y: 2, w: 3, h: 16, tone: "ok", title: "up" },
  { x: 40, y: 2, w: 3, h: 16, tone: "ok", title: "up again" },
];

test("boxes of one tone are one path; what is wrong is drawn last", () => {
  expect(pathsOf(shapes)).toEqual([
    { tone: "grid", d: "M0 0h1v20h-1z" },
    { tone: "ok", d: "M12 2h3v16h-3zM40 2h3v16h-3z" },
    { tone: "bad", d: "M10 10h5v8h-5z" },
  ]);
});

test("the tooltip is that of the box on top", () => {
  expect(titleAt(shapes, 13, 12)).toBe("down");
  expect(titleAt(shapes, 13, 4)).toBe("up");
  expect(titleAt(shapes, 41, 4)).toBe("up again");
  expect(titleAt(shapes, 0, 4)).toBeUndefined();
});
