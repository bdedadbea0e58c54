// Summary figures of a range of proxy checks.
import type { CheckSummary, ProxyCheckRecord } from "../bff/proxies.ts";
import { flapScore, verdictsOf } from "./flap.ts";

/** The nearest-rank percentile of sorted values; null for none. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Summarizes the checks of one proxy, oldest first. A check without a verdict counts in the total only. */
export function summaryOf(marks: readonly ProxyCheckRecord[]): CheckSummary {
  const verdicts = verdictsOf(marks.map(({ status }) => status));
  const available = verdicts.filter((each) => each === "available").length;
  const measured = marks.flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b);
  return {
    checks: marks.length,
    available,
    unavailable: verdicts.length - available,
    uptime: verdicts.length === 0 ? null : available / verdicts.length,
    from_ms: marks[0]?.at_ms ?? null,
    flap: flapScore(verdicts),
    p50_ms: percentile(measured, 0.5),
    p95_ms: percentile(measured, 0.95),
    measured: measured.length,
  };
}
