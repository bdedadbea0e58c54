import { describe, expect, it } from "vitest";
import type { CapacityPoint } from "./capacity-series.ts";
import { capacitySteps, minimumAvailableIn } from "./capacity-steps.ts";

/** A point with its counts; `least` covers the time since the previous point. */
const point = (atMs: number, available: number | null, least: number | null = available): CapacityPoint => ({
  atMs,
  values: {
    available,
    available_min: least,
    acquired: available === null ? null : 1,
    unfilled: available === null ? null : 5 - available,
  },
});
const leasts = (points: readonly CapacityPoint[], drawn = points) =>
  capacitySteps(points, drawn).map(({ atMs, least, dip }) => [atMs, least, dip]);

describe("capacity steps", () => {
  it("show a dip in the step in which it happened", () => {
    expect(leasts([point(0, 5), point(10, 5, 0), point(20, 4, 3), point(30, 4)])).toEqual([
      [0, 0, 5],
      [10, 3, 2],
      [20, 4, 0],
      [30, 4, 0],
    ]);
  });

  it("are the raw samples where there is no minimum", () => {
    expect(leasts([point(0, 2), point(10, 4), point(20, 1)])).toEqual([
      [0, 2, 0],
      [10, 4, 0],
      [20, 1, 0],
    ]);
  });

  it("lose no dip next to a gap, and draw none in it", () => {
    const points = [point(0, 5), point(10, null), point(20, 5, 0), point(30, 5)];
    expect(leasts(points)).toEqual([
      [0, 5, 0],
      [10, null, null],
      [20, 0, 5],
      [30, 5, 0],
    ]);
  });

  it("include the minimum of points that are not drawn", () => {
    const points = [point(0, 5, 2), point(4, 5, 1), point(8, 5), point(10, 4), point(14, 6, 3), point(20, 6)];
    const drawn = points.filter(({ atMs }) => atMs % 10 === 0);
    expect(leasts(points, drawn)).toEqual([
      [0, 1, 4],
      [10, 3, 1],
      [20, 6, 0],
    ]);
  });

  it("use the counts alone where there is no minimum", () => {
    const points: CapacityPoint[] = [0, 10].map((atMs) => ({ atMs, values: { available: 3, acquired: 0 } }));
    expect(capacitySteps(points, points)[0]).toEqual({
      atMs: 0,
      acquired: 0,
      available: 3,
      unfilled: null,
      least: 3,
      dip: 0,
    });
  });
});

describe("the minimum available", () => {
  it("is at the last time of the lowest value, and ignores gaps", () => {
    expect(
      minimumAvailableIn([point(0, 5, 1), point(10, 5, 0), point(20, null), point(30, 2, 0), point(40, 1)]),
    ).toEqual({
      count: 0,
      atMs: 30,
    });
    expect(minimumAvailableIn([point(0, null)])).toBeUndefined();
  });
});
