import { describe, expect, it } from "vitest";
import { minStuckSample } from "./stuck.ts";
import { baselineStateOf, stuckVerdict } from "./stuck-verdict.ts";

const usual = (invocations: number) => ({ invocations, p50Ms: 1, p95Ms: 2, p99Ms: 3 });

describe("baselineStateOf", () => {
  it("is reading until there is a response or a failure", () => {
    expect(baselineStateOf({ data: undefined, error: null }, undefined)).toBe("reading");
    expect(baselineStateOf({ data: undefined, error: new Error("away") }, undefined)).toBe("unread");
  });

  it("is known from a sufficient sample, even if a refresh failed", () => {
    expect(baselineStateOf({ data: {}, error: null }, undefined)).toBe("too_few");
    expect(baselineStateOf({ data: {}, error: null }, usual(minStuckSample - 1))).toBe("too_few");
    expect(baselineStateOf({ data: {}, error: new Error("away") }, usual(minStuckSample))).toBe("known");
  });
});

describe("stuckVerdict", () => {
  const judged = { found: 0, pasts: ["known", "known"], leftOut: 0, whole: true } as const;

  it("is none only if every invocation was judged", () => {
    expect(stuckVerdict(judged)).toBe("none");
    expect(stuckVerdict({ ...judged, pasts: [] })).toBe("none");
    for (const past of ["unread", "too_few"] as const)
      expect(stuckVerdict({ ...judged, pasts: ["known", past] })).toBe("none_known");
    expect(stuckVerdict({ ...judged, leftOut: 1 })).toBe("none_known");
    expect(stuckVerdict({ ...judged, whole: false })).toBe("none_known");
  });

  it("waits for the baseline before it reports none", () => {
    expect(stuckVerdict({ ...judged, pasts: ["known", "reading", "unread"] })).toBe("looking");
  });

  it("reports what was found while other reads are pending", () => {
    expect(stuckVerdict({ ...judged, found: 1, pasts: ["reading"], whole: false })).toBe("some");
  });
});
