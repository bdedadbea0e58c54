import { describe, expect, it } from "vitest";
import type { Invocation } from "../contract/invocations.ts";
import { minUsualSamples, percentile, usualDurationOf } from "./usual-duration.ts";

const invocation = (seconds: number, status: Invocation["status"] = "succeeded"): Invocation => ({
  id: `invocation-${seconds}`,
  status,
  started_at: "2026-11-21T03:00:00Z",
  finished_at: new Date(Date.UTC(2026, 10, 21, 3, 0, seconds)).toISOString(),
});

describe("usual duration", () => {
  it("uses nearest-rank percentiles, undefined without values", () => {
    expect(percentile([], 0.95)).toBeUndefined();
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
  });

  it("requires enough successes and reports the sample size", () => {
    const few = Array.from({ length: minUsualSamples - 1 }, (_, index) => invocation(index + 1));
    expect(usualDurationOf([...few, invocation(50, "failed"), invocation(60, "failed")])).toBeUndefined();
    expect(usualDurationOf([...few, invocation(30)])).toEqual({
      invocations: 5,
      p50Ms: 3000,
      p95Ms: 30_000,
      p99Ms: 30_000,
    });
  });

  it("skips invocations without a duration", () => {
    const open = { ...invocation(1), finished_at: null };
    expect(
      usualDurationOf([open, ...Array.from({ length: 4 }, (_, index) => invocation(index + 1))]),
    ).toBeUndefined();
  });
});
