import { expect, it } from "vitest";
import { createThrottle, momentOf, placeOf } from "./video-time.ts";

it("converts times to positions within the video only", () => {
  expect(placeOf(1000, 60, momentOf(1000, 12.5))).toBe(12.5);
  expect(placeOf(1000, 60, 1000)).toBe(0);
  expect(placeOf(1000, 60, 61_000)).toBe(60);
  expect(placeOf(1000, 60, 999)).toBeUndefined();
  expect(placeOf(1000, 60, 61_001)).toBeUndefined();
  expect(placeOf(1000, Number.NaN, 1000)).toBeUndefined();
});

it("limits the rate and always admits the final position", () => {
  let nowMs = 0;
  const mayEmit = createThrottle(250, () => nowMs);
  expect(mayEmit(false)).toBe(true);
  nowMs = 249;
  expect(mayEmit(false)).toBe(false);
  expect(mayEmit(true)).toBe(true);
  nowMs = 498;
  expect(mayEmit(false)).toBe(false);
  nowMs = 499;
  expect(mayEmit(false)).toBe(true);
});
