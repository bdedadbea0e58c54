// Summary figures of a range of proxy checks.
import type { CheckSummary, ProxyCheckRecord } from "../bff/proxies.ts";
import { flapScore, type Verdict, verdictsOf } from "./flap.ts";

/** The nearest-rank percentile of sorted values; null for none. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Counts of the checks of one proxy; one without a verdict is in the total only. */
export interface CheckCounts {
  checks: number;
  available: number;
  unavailable: number;
  /** The first check; null without any. */
  fromMs: number | null;
  /** Of the measured requests, in any order. */
  latenciesMs: readonly number[];
}

/** Counts checks of one proxy, oldest first. */
export function countsOf(
  checks: readonly Pick<ProxyCheckRecord, "at_ms" | "status" | "latency_ms">[],
): CheckCounts {
  const withStatus = (verdict: Verdict) => checks.filter(({ status }) => status === verdict).length;
  return {
    checks: checks.length,
    available: withStatus("available"),
    unavailable: withStatus("unavailable"),
    fromMs: checks[0]?.at_ms ?? null,
    latenciesMs: checks.flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms])),
  };
}

/** Summarizes the checks of one proxy by their counts and the newest of them, oldest first. */
export function summaryOf(
  { checks, available, unavailable, fromMs, latenciesMs }: CheckCounts,
  newest: readonly Pick<ProxyCheckRecord, "status">[],
): CheckSummary {
  const verdicts = available + unavailable;
  const measured = new Float64Array(latenciesMs).sort();
  return {
    checks,
    available,
    unavailable,
    uptime: verdicts === 0 ? null : available / verdicts,
    from_ms: fromMs,
    flap: flapScore(verdictsOf(newest.map(({ status }) => status))),
    p50_ms: percentile(measured, 0.5),
    p95_ms: percentile(measured, 0.95),
    measured: measured.length,
  };
}
