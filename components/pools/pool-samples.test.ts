import { expect, test } from "vitest";
import { gapOf, pointsOf } from "./pool-samples.ts";

const sample = (atMs: number, available: number | null = 1) => ({
  at_ms: atMs,
  available,
  acquired: available === null ? null : 1,
  size: available === null ? null : 3,
});

test("a moment without an answer is a gap in every series", () => {
  expect(pointsOf([sample(1, null)])).toEqual([
    { atMs: 1, values: { available: null, acquired: null, unfilled: null } },
  ]);
});

test("what is missing to the size is drawn as unfilled", () => {
  expect(pointsOf([sample(1)])[0]?.values).toEqual({ available: 1, acquired: 1, unfilled: 1 });
});

test("the pace of the recorder decides what a hole is", () => {
  expect(gapOf([])).toBe(20_000);
  expect(gapOf([0, 2_000, 4_000].map((at) => sample(at)))).toBe(20_000);
  expect(gapOf([0, 30_000, 60_000, 600_000].map((at) => sample(at)))).toBe(120_000);
});
