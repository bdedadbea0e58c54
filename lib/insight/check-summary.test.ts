import { describe, expect, it } from "vitest";
import type { ProxyCheckRecord } from "../bff/proxies.ts";
import { summaryOf } from "./check-summary.ts";

const mark = (at_ms: number, status: string, latency_ms: number | null = null): ProxyCheckRecord => ({
  at_ms,
  status,
  latency_ms,
  ip: null,
  source: latency_ms === null ? "list" : "operator",
});

describe("summary of checks", () => {
  it("is null without checks, never zero", () => {
    expect(summaryOf([])).toEqual({
      checks: 0,
      available: 0,
      unavailable: 0,
      uptime: null,
      from_ms: null,
      flap: null,
      p50_ms: null,
      p95_ms: null,
      measured: 0,
    });
  });

  it("counts verdicts for uptime and measured requests for latency", () => {
    const marks = [
      mark(10, "available", 40),
      mark(20, "unavailable", 3000),
      mark(30, "unknown"),
      mark(40, "available"),
      mark(50, "available", 20),
    ];
    const summary = summaryOf(marks);
    expect(summary).toMatchObject({ checks: 5, available: 3, unavailable: 1, uptime: 0.75, from_ms: 10 });
    expect(summary).toMatchObject({ measured: 3, p50_ms: 40, p95_ms: 3000 });
    // available, unavailable, available, available: steps weigh 0.8, 1, 1.2; the first two are changes.
    expect(summary.flap).toBeCloseTo(60, 10);
  });
});

it.each([
  [1, 1, 1],
  [2, 1, 2],
  [3, 2, 3],
  [20, 10, 19],
  [21, 11, 20],
])("of %d latencies, the percentiles are the nearest ranks %d and %d", (count, p50, p95) => {
  const marks = Array.from({ length: count }, (_, at) => mark(at, "available", count - at));
  expect(summaryOf(marks)).toMatchObject({ p50_ms: p50, p95_ms: p95, measured: count, uptime: 1 });
});
