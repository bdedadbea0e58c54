// The figures of a range of checks, each from the checks themselves.
import type { CheckSummary, ProxyCheckMark } from "../bff/proxies.ts";
import { flapScore, verdictsOf } from "./flap.ts";

/** The nearest-rank percentile of sorted figures; null without any. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** What the checks of one proxy, oldest first, say together. A status that is no verdict counts as a check only. */
export function summaryOf(marks: readonly ProxyCheckMark[]): CheckSummary {
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
