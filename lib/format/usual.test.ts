import { describe, expect, it } from "vitest";
import type { Invocation } from "../contract/invocations.ts";
import { minUsualRuns, percentile, usualOf } from "./usual.ts";

const run = (seconds: number, status: Invocation["status"] = "succeeded"): Invocation => ({
  id: `run-${seconds}`,
  status,
  started_at: "2026-11-21T03:00:00Z",
  finished_at: new Date(Date.UTC(2026, 10, 21, 3, 0, seconds)).toISOString(),
});

describe("what is usual", () => {
  it("takes percentiles by nearest rank and knows when there are none", () => {
    expect(percentile([], 0.95)).toBeUndefined();
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
  });

  it("needs enough runs that succeeded, and says of how many it is", () => {
    const few = Array.from({ length: minUsualRuns - 1 }, (_, index) => run(index + 1));
    expect(usualOf([...few, run(50, "failed"), run(60, "failed")])).toBeUndefined();
    expect(usualOf([...few, run(30)])).toEqual({ runs: 5, p50Ms: 3000, p95Ms: 30_000, p99Ms: 30_000 });
  });

  it("leaves out what does not say how long it took", () => {
    const open = { ...run(1), finished_at: null };
    expect(usualOf([open, ...Array.from({ length: 4 }, (_, index) => run(index + 1))])).toBeUndefined();
  });
});
