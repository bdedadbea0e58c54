import type { Invocation } from "@/lib/contract/invocations";
import { elapsedMs, parseInstant } from "@/lib/format/rfc3339";
import type { Usual } from "@/lib/format/usual";

/** How long a run has been at work at `nowMs`, or was; undefined for one that is only queued or does not say. */
export function tookAt(run: Invocation, nowMs: number): number | undefined {
  const from = parseInstant(run.started_at ?? "");
  if (from === undefined || run.status === "queued") return undefined;
  const to = parseInstant(run.finished_at ?? "");
  if (to !== undefined) return elapsedMs(from, to);
  return run.status === "running" ? Math.max(0, nowMs - from.epochMs) : undefined;
}

export type Pace = "unknown" | "usual" | "slow" | "past-p95";

/** How a duration compares with what is usual: `slow` is beyond the median, `past-p95` beyond nearly all. */
export function paceOf(tookMs: number | undefined, usual: Usual | undefined): Pace {
  if (tookMs === undefined || usual === undefined) return "unknown";
  if (tookMs > usual.p95Ms) return "past-p95";
  return tookMs > usual.p50Ms ? "slow" : "usual";
}

/** Shares of a bar that holds all three. */
export function barOf(tookMs: number | undefined, { p50Ms, p95Ms }: Usual) {
  const wholeMs = Math.max(tookMs ?? 0, p95Ms) * 1.08 || 1;
  return { took: (tookMs ?? 0) / wholeMs, p50: p50Ms / wholeMs, p95: p95Ms / wholeMs };
}
