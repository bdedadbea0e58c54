import { expect, test } from "vitest";
import { paces } from "@/lib/paces";
import { gapOf, pointsOf, unrecordedSpansOf, withPresent } from "./pool-samples.ts";

const sample = (atMs: number, available: number | null = 1) => ({
  at_ms: atMs,
  available,
  available_min: available,
  acquired: available === null ? null : 1,
  size: available === null ? null : 3,
  unfilled: available === null ? null : 2 - available,
});

test("an unanswered sample is a gap in every series", () => {
  expect(pointsOf([sample(1, null)])).toEqual([
    { atMs: 1, values: { available: null, available_min: null, acquired: null, unfilled: null } },
  ]);
});

test("what is missing to the size is drawn as unfilled", () => {
  expect(pointsOf([sample(1)])[0]?.values).toEqual({
    available: 1,
    available_min: 1,
    acquired: 1,
    unfilled: 1,
  });
});

test("the recorder's interval decides what is a gap", () => {
  expect(gapOf([])).toBe(paces.samples.poolGapMs);
  expect(gapOf([0, 2_000, 4_000].map((at) => sample(at)))).toBe(paces.samples.poolGapMs);
  expect(gapOf([0, 30_000, 60_000, 600_000].map((at) => sample(at)))).toBe(120_000);
});

test("the displayed counts are the newest sample, unless they are old", () => {
  const pool = {
    id: "z8qu25m54qfqhqgemv5ax1v9",
    available_count: 2,
    acquired_count: 0,
    created_at: "2026-02-03T04:05:06Z",
    browser_pool_config: { size: 3 },
  };
  expect(withPresent([sample(10), sample(30)], pool, 20)).toEqual([
    sample(10),
    { at_ms: 20, available: 2, available_min: 2, acquired: 0, size: 3, unfilled: 1 },
  ]);
  expect(withPresent([], pool, 20)).toEqual([]);
  const later = [sample(10), sample(60_000)];
  expect(withPresent(later, pool, 20)).toEqual(later);
});

test("what was not recorded is where samples are far apart or unanswered, and after the last one", () => {
  const spans = (times: readonly number[], unanswered: readonly number[] = []) =>
    unrecordedSpansOf(pointsOf(times.map((atMs) => sample(atMs, unanswered.includes(atMs) ? null : 1))), {
      toMs: 100,
      gapMs: 10,
    }).map(({ fromMs, toMs }) => [fromMs, toMs]);
  // Before its first sample the pool may not have existed.
  expect(spans([70, 80, 90])).toEqual([]);
  expect(spans([20, 30, 60, 70, 80, 90])).toEqual([[30, 60]]);
  expect(spans([80, 85, 90], [85])).toEqual([[80, 90]]);
  expect(spans([70, 80])).toEqual([[80, 100]]);
  expect(spans([80, 90, 95], [95])).toEqual([[90, 100]]);
  expect(spans([70, 80], [70, 80])).toEqual([]);
});
