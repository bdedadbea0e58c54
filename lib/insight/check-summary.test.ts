import { describe, expect, it } from "vitest";
import { type CheckCounts, summaryOf } from "./check-summary.ts";

const none: CheckCounts = { checks: 0, available: 0, unavailable: 0, fromMs: null, latenciesMs: [] };

describe("summary of checks", () => {
  it("is null without checks, never zero", () => {
    expect(summaryOf(none, [])).toEqual({
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
    const counts = { checks: 5, available: 3, unavailable: 1, fromMs: 10, latenciesMs: [40, 3000, 20] };
    const newest = ["available", "unavailable", "unknown", "available", "available"];
    const summary = summaryOf(
      counts,
      newest.map((status) => ({ status })),
    );
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
  const latenciesMs = Array.from({ length: count }, (_, at) => count - at);
  const summary = summaryOf({ ...none, checks: count, available: count, latenciesMs }, []);
  expect(summary).toMatchObject({ p50_ms: p50, p95_ms: p95, measured: count, uptime: 1 });
});
