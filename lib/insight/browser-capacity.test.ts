import { expect, it } from "vitest";
import type { BrowserCapacity } from "../bff/pool-insight.ts";
import { isAtLimit, largestSize } from "./browser-capacity.ts";

const pool = (id: string, running: number, size: number | null) => ({ id, name: null, running, size });
const capacity: BrowserCapacity = {
  limit: 24,
  used: 20,
  outside: 3,
  pools: [pool("a", 12, 12), pool("b", 5, 8)],
};

it("of a pool is what the sizes of the others leave", () => {
  expect(largestSize(capacity, "a")).toBe(16);
  expect(largestSize(capacity, "b")).toBe(12);
  expect(largestSize(capacity)).toBe(4);
  expect(largestSize({ ...capacity, limit: 20 })).toBe(1);
  expect(largestSize({ ...capacity, limit: 1_000 })).toBe(100);
  expect(largestSize(null)).toBe(100);
});

it("is used up when as many browsers run as may, and is not known to be while some could not be read", () => {
  expect(isAtLimit(capacity)).toBe(false);
  expect(isAtLimit({ ...capacity, used: 24 })).toBe(true);
  expect(isAtLimit({ ...capacity, used: null })).toBe(false);
  expect(isAtLimit(null)).toBe(false);
});
