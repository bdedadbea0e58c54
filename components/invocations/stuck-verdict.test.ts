import { describe, expect, it } from "vitest";
import { minStuckSample } from "./stuck.ts";
import { pastStateOf, stuckVerdict } from "./stuck-verdict.ts";

const usual = (runs: number) => ({ runs, p50Ms: 1, p95Ms: 2, p99Ms: 3 });

describe("pastStateOf", () => {
  it("is being read until there is an answer or a failure", () => {
    expect(pastStateOf({ data: undefined, error: null }, undefined)).toBe("reading");
    expect(pastStateOf({ data: undefined, error: new Error("away") }, undefined)).toBe("unread");
  });

  it("is known from a sample that is large enough, though it could not be renewed", () => {
    expect(pastStateOf({ data: {}, error: null }, undefined)).toBe("too_few");
    expect(pastStateOf({ data: {}, error: null }, usual(minStuckSample - 1))).toBe("too_few");
    expect(pastStateOf({ data: {}, error: new Error("away") }, usual(minStuckSample))).toBe("known");
  });
});

describe("stuckVerdict", () => {
  const judged = { found: 0, pasts: ["known", "known"], leftOut: 0, whole: true } as const;

  it("is that none is stuck only where every run was judged", () => {
    expect(stuckVerdict(judged)).toBe("none");
    expect(stuckVerdict({ ...judged, pasts: [] })).toBe("none");
    for (const past of ["unread", "too_few"] as const)
      expect(stuckVerdict({ ...judged, pasts: ["known", past] })).toBe("none_known");
    expect(stuckVerdict({ ...judged, leftOut: 1 })).toBe("none_known");
    expect(stuckVerdict({ ...judged, whole: false })).toBe("none_known");
  });

  it("waits for what is usual before it says that none is", () => {
    expect(stuckVerdict({ ...judged, pasts: ["known", "reading", "unread"] })).toBe("looking");
  });

  it("names what was found whatever is still to be read", () => {
    expect(stuckVerdict({ ...judged, found: 1, pasts: ["reading"], whole: false })).toBe("some");
  });
});
