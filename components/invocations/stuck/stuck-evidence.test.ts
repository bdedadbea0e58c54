import { describe, expect, it } from "vitest";
import type { StuckInvocation, StuckInvocations } from "@/lib/bff/stuck-invocations";
import { formatEvidence, formatOpen, formatRule, formatVerdict } from "./stuck-evidence.ts";

const nowMs = Date.UTC(2026, 2, 1, 12);
const invocation: StuckInvocation = {
  id: "a",
  app_name: "shop",
  action_name: "pay",
  version: "v1",
  started_at_ms: nowMs - 240_000,
  basis: "usual",
  limit_ms: 80_000,
  usual: { p50_ms: 1, p99_ms: 40_000, invocations: 87 },
};
const none: StuckInvocations = {
  read_at_ms: nowMs,
  items: [],
  total: 0,
  running: 3,
  queued: 0,
  oldest_queued_ms: null,
  complete: true,
  unmeasured: 0,
};

describe("the words of stuck invocations", () => {
  it("say what is exceeded", () => {
    expect(formatEvidence(invocation)).toBe("99 % of 87 successful invocations took less than 40.0 s");
    expect(formatEvidence({ ...invocation, basis: "limit", limit_ms: 3_600_000 })).toBe("the API allows 1 h");
    expect(formatEvidence({ ...invocation, basis: "long", limit_ms: 600_000, usual: null })).toBe(
      "more than 10 min, not enough data on what is usual",
    );
  });

  it("say that none is stuck only where all were examined", () => {
    expect(formatVerdict(none)).toBe("No stuck invocations");
    expect(formatVerdict({ ...none, complete: false })).toBe("No stuck invocations found so far");
    expect(formatVerdict({ ...none, read_at_ms: null })).toBe("Open invocations are not recorded yet");
    expect(formatVerdict({ ...none, total: 1 })).toBe("1 invocation looks stuck");
    expect(formatVerdict({ ...none, total: 1_200 })).toBe("1,200 invocations look stuck");
  });

  it("say how many are open, and how long the queue waits", () => {
    expect(formatOpen(none)).toBe("3 running · 0 queued");
    const partial = { ...none, queued: 2, oldest_queued_ms: nowMs - 90_000, unmeasured: 1, complete: false };
    expect(formatOpen(partial)).toBe("3 running · 2 queued, the oldest for 1 min");
    // Without a newer reading it does not age.
    expect(formatOpen({ ...partial, read_at_ms: nowMs - 60_000 })).toBe(
      "3 running · 2 queued, the oldest for 30 s",
    );
    expect(formatOpen({ ...none, read_at_ms: null })).toBe("");
  });

  it("say by which rule they are found, and what was left out", () => {
    const rule =
      "Stuck: running longer than 2 × the time in which 99 % of the action's successful invocations end, and at least 1 min; or longer than the API allows.";
    expect(formatRule(none)).toBe(rule);
    expect(formatRule({ ...none, unmeasured: 1, complete: false })).toBe(
      `${rule} 1 action has fewer than 20 successful invocations and counts as stuck after 10 min at the earliest. Not all invocations are recorded.`,
    );
  });
});
