import { describe, expect, it } from "vitest";
import type { ActionFigures } from "@/lib/bff/insight";
import { minuteMs } from "@/lib/bff/time-units";
import { orderedActions } from "./action-order.ts";
import {
  comparisonRule,
  durationEvidence,
  failureEvidence,
  formatCompleteness,
  formatVerdict,
  spikeRule,
} from "./insight-messages.ts";
import { failedInvocationsOf } from "./invocation-link.ts";

const atMs = Date.UTC(2026, 10, 20, 10, 2, 0);

describe("insight messages", () => {
  it("state the numbers behind a verdict's rule", () => {
    expect(comparisonRule).toContain("Needs 30 ended invocations of each version (100 for p95).");
    expect(comparisonRule).toContain("failure share by 5 points (two-sided p ≤ 1.0 %)");
    expect(comparisonRule).toContain("p50 by ×1.25 or p95 by ×1.5, both by 20 ms");
    expect(spikeRule).toBe(
      "A spike is at least 5 failures with a share 10 points above the day before (two-sided p ≤ 1.0 %).",
    );
  });

  it("state how much of the period is recorded, counting overlapping gaps once", () => {
    const whole = {
      complete: true,
      began_at_ms: atMs,
      complete_from_ms: atMs,
      gaps: [],
      since_ms: atMs,
      until_ms: atMs + 60 * minuteMs,
    };
    const readMs = whole.until_ms;
    expect(formatCompleteness(whole, readMs, "UTC")).toBeUndefined();
    const gap = (from: number, to: number | null) => ({
      list: "invocations",
      from_ms: atMs + from * minuteMs,
      to_ms: to === null ? null : atMs + to * minuteMs,
      why: "x",
      filled: false,
    });
    const part = {
      ...whole,
      complete: false,
      since_ms: atMs - 30 * minuteMs,
      gaps: [gap(50, null), gap(5, 9), gap(5, 7), gap(-20, -10)],
    };
    // Four minutes and ten: what lies before the beginning is not recorded anyway.
    expect(formatCompleteness(part, readMs, "UTC")).toBe("recorded since 10:02; 14 min missing");
    // The period ends with a whole step: an open gap has not lasted so long.
    expect(formatCompleteness(part, atMs + 52 * minuteMs, "UTC")).toBe("recorded since 10:02; 6 min missing");
    const dayLaterMs = atMs + 86_400_000;
    expect(formatCompleteness({ ...part, until_ms: dayLaterMs, gaps: [] }, dayLaterMs, "UTC")).toBe(
      "recorded since 2026-11-20 10:02",
    );
    expect(formatCompleteness({ ...part, complete_from_ms: null, gaps: [] }, readMs, "UTC")).toBe(
      "history still loading",
    );
    expect(formatCompleteness({ ...part, began_at_ms: null }, readMs, "UTC")).toBe("Nothing recorded yet");
  });

  it("contain the numbers behind a verdict", () => {
    const failures = {
      verdict: "worse",
      needed: 30,
      base: { failed: 2, ended: 100 },
      newer: { failed: 15, ended: 100 },
      points: 0.13,
      chance: 0.001,
    } as const;
    const median = {
      verdict: "same",
      needed: 30,
      base: { ms: 1_000, measured: 100 },
      newer: { ms: 1_100, measured: 100 },
      ratio: 1.1,
    } as const;
    expect(failureEvidence(failures)).toBe("2.0 % of 100 → 15 % of 100");
    expect(failureEvidence({ ...failures, base: { failed: 0, ended: 0 } })).toBe("none ended → 15 % of 100");
    expect(durationEvidence(median)).toBe("1.0 s → 1.1 s (×1.10)");
    expect(durationEvidence({ ...median, base: { ms: null, measured: 0 }, ratio: null })).toBe("– → 1.1 s");
    const change = { base_version: "v11", failures, median, tail: median };
    expect(
      formatVerdict({
        state: "regressed",
        since_version: "v12",
        since_ms: 1,
        version: "v13",
        kinds: ["failures"],
        change,
      }),
    ).toEqual({ text: "regressed since v12", evidence: "failures 2.0 % of 100 → 15 % of 100" });
    expect(formatVerdict({ state: "too_few", version: "v2", have: 12, needed: 30 })).toEqual({
      text: "not enough data",
      evidence: "12 of 30 ended invocations",
    });
  });
});

describe("the order of actions", () => {
  const made = (action_name: string, over: Partial<ActionFigures>): ActionFigures => ({
    app_name: "shop",
    action_name,
    invocations: 1,
    ended: 1,
    failed: 0,
    failure_share: 0,
    interval: { low: 0, high: 1 },
    p50_ms: 1,
    p95_ms: 1,
    p99_ms: 1,
    measured: 1,
    versions: [],
    versions_left_out: 0,
    verdict: { state: "one_version" },
    trend: [],
    ...over,
  });
  const actions = [
    made("c10", { p95_ms: null, failure_share: null }),
    made("c9", { verdict: { state: "too_few", version: "v2", have: 1, needed: 30 }, p95_ms: 9 }),
    made("b", { invocations: 7, failed: 3, failure_share: 0.3 }),
    made("a", { verdict: { state: "steady", version: "v2" }, failure_share: 0.1 }),
  ];
  const names = (order: Parameters<typeof orderedActions>[1]) =>
    orderedActions(actions, order).map(({ action_name: name }) => name);

  it("puts worst or most first, unknown last, and ties by name", () => {
    expect(names("change")).toEqual(["a", "c9", "b", "c10"]);
    expect(names("share")).toEqual(["b", "a", "c9", "c10"]);
    expect(names("p95")).toEqual(["c9", "a", "b", "c10"]);
    expect(names("invocations")).toEqual(["b", "a", "c9", "c10"]);
    expect(names("failures")).toEqual(["b", "a", "c9", "c10"]);
    expect(names("name")).toEqual(["a", "b", "c9", "c10"]);
  });
});

describe("the link to the invocations", () => {
  it("has the list's filters, with commas escaped", () => {
    const address = failedInvocationsOf({ app_name: "a,b", action_name: null, version: "v1" }, "7d");
    expect(address).toBe("/invocations?status=failed&app_name=a%5C%2Cb&version=v1&since=168h&interrupted=no");
  });
});
