import { describe, expect, it } from "vitest";
import type { ProxyCheckMark } from "../bff/proxies.ts";
import { summaryOf } from "./check-summary.ts";

const mark = (at_ms: number, status: string, latency_ms: number | null = null): ProxyCheckMark => ({
  at_ms,
  status,
  latency_ms,
  ip: null,
  source: latency_ms === null ? "list" : "operator",
});

describe("the figures of a range of checks", () => {
  it("are all unknown without a check, never zero", () => {
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

  it("count verdicts for uptime and only measured calls for latency", () => {
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
