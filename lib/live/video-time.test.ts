import { expect, it } from "vitest";
import { createThrottle, momentOf, placeOf } from "./video-time.ts";

it("places moments in a video and nowhere outside of it", () => {
  expect(placeOf(1000, 60, momentOf(1000, 12.5))).toBe(12.5);
  expect(placeOf(1000, 60, 1000)).toBe(0);
  expect(placeOf(1000, 60, 61_000)).toBe(60);
  expect(placeOf(1000, 60, 999)).toBeUndefined();
  expect(placeOf(1000, 60, 61_001)).toBeUndefined();
  expect(placeOf(1000, Number.NaN, 1000)).toBeUndefined();
});

it("tells at most as often as asked, and always the last moment", () => {
  let nowMs = 0;
  const mayTell = createThrottle(250, () => nowMs);
  expect(mayTell(false)).toBe(true);
  nowMs = 249;
  expect(mayTell(false)).toBe(false);
  expect(mayTell(true)).toBe(true);
  nowMs = 498;
  expect(mayTell(false)).toBe(false);
  nowMs = 499;
  expect(mayTell(false)).toBe(true);
});
