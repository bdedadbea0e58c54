import type { Invocation } from "@/lib/contract/invocations";
import { elapsedMs, parseInstant } from "@/lib/format/rfc3339";
import type { Usual } from "@/lib/format/usual-duration";

/** How long an invocation took, or has been running at `nowMs`; undefined if it is queued or has no times. */
export function tookAt(invocation: Invocation, nowMs: number): number | undefined {
  const from = parseInstant(invocation.started_at ?? "");
  if (from === undefined || invocation.status === "queued") return undefined;
  const to = parseInstant(invocation.finished_at ?? "");
  if (to !== undefined) return elapsedMs(from, to);
  return invocation.status === "running" ? Math.max(0, nowMs - from.epochMs) : undefined;
}

/** A longer wait in the queue has a cause: nothing starts invocations, or as many run as may run at once. */
export const longWaitMs = 60_000;

/** How long an invocation has been queued at `nowMs`; undefined unless it is. */
export function waitedAt({ status, started_at }: Invocation, nowMs: number): number | undefined {
  const from = status === "queued" ? parseInstant(started_at ?? "") : undefined;
  return from && Math.max(0, nowMs - from.epochMs);
}

export type Pace = "unknown" | "usual" | "slow" | "past-p95";

/** Compares a duration with the usual one: `slow` is above the median, `past-p95` above p95. */
export function paceOf(tookMs: number | undefined, usual: Usual | undefined): Pace {
  if (tookMs === undefined || usual === undefined) return "unknown";
  if (tookMs > usual.p95Ms) return "past-p95";
  return tookMs > usual.p50Ms ? "slow" : "usual";
}

/** Shares of a bar that fits all three. */
export function barOf(tookMs: number | undefined, { p50Ms, p95Ms }: Usual) {
  const wholeMs = Math.max(tookMs ?? 0, p95Ms) * 1.08 || 1;
  return { took: (tookMs ?? 0) / wholeMs, p50: p50Ms / wholeMs, p95: p95Ms / wholeMs };
}
