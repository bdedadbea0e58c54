import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPeriod, periodHours, periodMs, periodOptions } from "./periods.ts";
import {
  fillBuckets,
  markGaps,
  maxStack,
  newestMeasured,
  orderPoints,
  type SeriesPoint,
  thinPoints,
} from "./series.ts";
import { sparklinePath } from "./sparkline-path.ts";
import { timeTicks } from "./time-axis.ts";
import { countTicks, durationTicks } from "./value-axis.ts";

type Point = SeriesPoint<"a" | "b">;
const at = (atMs: number, a: number | null, b: number | null = 0): Point => ({ atMs, values: { a, b } });

describe("series", () => {
  it("sorts, drops points outside the range, and keeps the later of two at one time", () => {
    const points = [at(30, 3), at(10, 1), at(5, 0), at(30, 4), at(99, 9)];
    expect(orderPoints(points, 10, 40)).toEqual([at(10, 1), at(30, 4)]);
  });
  it("inserts an empty point into a gap", () => {
    expect(markGaps([at(0, 1), at(10, 2), at(50, 3)], 15)).toEqual([
      at(0, 1),
      at(10, 2),
      { atMs: 30, values: {} },
      at(50, 3),
    ]);
  });
  it("thins to measured points and preserves gaps", () => {
    const points = Array.from({ length: 1000 }, (_, index) =>
      index === 500 ? at(index, null, null) : at(index, index),
    );
    const thinned = thinPoints(points, 0, 999, 100);
    expect(thinned.length).toBeLessThanOrEqual(200);
    for (const point of thinned) expect(points).toContain(point);
    expect(thinned).toContain(points[500]);
    expect(thinned.at(-1)).toBe(points.at(-1));
  });
  it("keeps its points while the range moves on", () => {
    const points = Array.from({ length: 5000 }, (_, index) => at(index * 1000, index));
    const shown = (fromMs: number, toMs: number) =>
      thinPoints(orderPoints(points, fromMs, toMs), fromMs, toMs, 100).slice(0, -1);
    const later = new Set(shown(1_003_000, 4_003_000));
    expect(shown(1_000_000, 4_000_000).filter((point) => !later.has(point)).length).toBeLessThanOrEqual(1);
  });
  it("preserves order and never grows", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.option(fc.nat(50)))),
        fc.integer({ min: 1, max: 40 }),
        (raw, buckets) => {
          const ordered = orderPoints(
            raw.map(([time, value]) => at(time, value, value)),
            0,
            5000,
          );
          const thinned = thinPoints(ordered, 0, 5000, buckets);
          expect(thinned.length).toBeLessThanOrEqual(Math.min(ordered.length, (buckets + 1) * 2));
          expect([...thinned].sort((x, y) => x.atMs - y.atMs)).toEqual(thinned);
        },
      ),
    );
  });
  it("leaves a step without a point empty: unknown is not zero", () => {
    const filled = fillBuckets([at(60_000, 0), at(180_500, 7)], {
      fromMs: 61_000,
      toMs: 200_000,
      stepMs: 60_000,
    });
    expect(filled).toEqual([
      at(60_000, 0),
      { atMs: 120_000, values: {} },
      { atMs: 180_000, values: { a: 7, b: 0 } },
    ]);
  });
  it("finds the highest sum and the newest measurement", () => {
    const points = [at(0, 1, 2), at(1, 5, null), at(2, null, null)];
    expect(maxStack(points, ["a", "b"])).toBe(5);
    expect(newestMeasured(points)).toBe(points[1]);
    expect(newestMeasured([])).toBeUndefined();
  });
});

describe("timeTicks", () => {
  const from = Date.UTC(2026, 10, 21, 2, 10);
  it("rounds to local time", () => {
    expect(timeTicks(from, from + 3_600_000, "UTC", 7).map((tick) => tick.label)).toEqual([
      "02:10",
      "02:20",
      "02:30",
      "02:40",
      "02:50",
      "03:00",
      "03:10",
    ]);
    expect(timeTicks(from, from + 6 * 3_600_000, "Asia/Kolkata", 4).map((tick) => tick.label)).toEqual([
      "08:00",
      "10:00",
      "12:00",
    ]);
    expect(timeTicks(from, from + 60_000, "UTC", 3).map((tick) => tick.label)).toEqual([
      "02:10:00",
      "02:10:30",
      "02:11:00",
    ]);
  });
  it("labels midnight with the date", () => {
    const ticks = timeTicks(Date.UTC(2026, 10, 20, 20), Date.UTC(2026, 10, 21, 4), "UTC", 4);
    expect(ticks.map((tick) => tick.label)).toEqual(["21:00", "11-21", "03:00"]);
  });
  it("stays at midnight across a daylight saving change", () => {
    const ticks = timeTicks(Date.UTC(2026, 9, 23), Date.UTC(2026, 9, 28), "Europe/Berlin", 6);
    expect(ticks.map((tick) => tick.label)).toEqual(["10-24", "10-25", "10-26", "10-27", "10-28"]);
    expect(ticks.map((tick) => new Date(tick.atMs).getUTCHours())).toEqual([22, 22, 23, 23, 23]);
  });
  it("is ordered, within the range and the maximum number", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 1, max: 4e10 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom("UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"),
        (start, span, wanted, zone) => {
          const ticks = timeTicks(start, start + span, zone, wanted);
          expect(ticks.length).toBeLessThanOrEqual(wanted);
          ticks.forEach((tick, index) => {
            expect(tick.atMs).toBeGreaterThanOrEqual(start);
            expect(tick.atMs).toBeLessThanOrEqual(start + span);
            if (index > 0) expect(tick.atMs).toBeGreaterThan(ticks[index - 1]?.atMs ?? 0);
          });
        },
      ),
    );
  });
  it("is empty for an empty range", () => {
    expect(timeTicks(5, 5, "UTC", 4)).toEqual([]);
    expect(timeTicks(5, 4, "UTC", 4)).toEqual([]);
  });
});

describe("countTicks", () => {
  it("covers the maximum in whole steps", () => {
    expect(countTicks(0)).toEqual([0, 1]);
    expect(countTicks(3)).toEqual([0, 1, 2, 3]);
    expect(countTicks(37)).toEqual([0, 10, 20, 30, 40]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (max) => {
        const ticks = countTicks(max);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true);
      }),
    );
  });
});

describe("sparklinePath", () => {
  const box = { width: 30, height: 10 };
  it("breaks the line at null and marks an isolated value", () => {
    expect(sparklinePath([0, 10, null, 5], box)).toBe("M0 10L10 0M30 5h1");
  });
  it("is empty without values and a base line for zeros", () => {
    expect(sparklinePath([], box)).toBe("");
    expect(sparklinePath([null, null], box)).toBe("");
    expect(sparklinePath([0, 0], box)).toBe("M0 10L30 10");
  });
  it("respects a given maximum", () => {
    expect(sparklinePath([50, 50], { ...box, max: 100 })).toBe("M0 5L30 5");
  });
});

it("a period has a length, an option, a phrase and the hours that the API takes", () => {
  expect(periodMs["7d"]).toBe(604_800_000);
  expect(periodOptions(["1h", "30d"])).toEqual([
    { value: "1h", label: "Last hour" },
    { value: "30d", label: "Last 30 days" },
  ]);
  expect(formatPeriod("24h")).toBe("the last 24 h");
  expect(periodHours("30d")).toBe("720h");
});

it("ticks of durations are whole units of a clock", () => {
  expect(durationTicks(626_000)).toEqual([0, 300_000, 600_000, 900_000]);
  expect(durationTicks(40_000)).toEqual([0, 15_000, 30_000, 45_000]);
  expect(durationTicks(0)).toEqual([0, 1]);
});
