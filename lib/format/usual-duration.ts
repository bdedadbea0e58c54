// The usual duration of an action, from given invocations, with the sample size.
import type { Invocation } from "../contract/invocations.ts";
import { elapsedMs, parseInstant } from "./rfc3339.ts";

/** Minimum of finished invocations. */
export const minUsualSamples = 5;

export interface Usual {
  /** Number of finished invocations in the sample. */
  readonly invocations: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Duration of a finished invocation; undefined while open or without timestamps. */
export function tookMs(invocation: Pick<Invocation, "started_at" | "finished_at">): number | undefined {
  const from = parseInstant(invocation.started_at ?? "");
  const to = parseInstant(invocation.finished_at ?? "");
  return from && to ? elapsedMs(from, to) : undefined;
}

/** Nearest-rank percentile `share` (0 to 1); undefined for no values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The usual duration of invocations of one action; undefined when too few have succeeded. */
export function usualDurationOf(invocations: readonly Invocation[]): Usual | undefined {
  // The duration of a failure is not the duration of the action.
  const took = invocations.flatMap((invocation) =>
    invocation.status === "succeeded" ? (tookMs(invocation) ?? []) : [],
  );
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => percentile(took, share));
  if (took.length < minUsualSamples || p50Ms === undefined || p95Ms === undefined || p99Ms === undefined)
    return undefined;
  return { invocations: took.length, p50Ms, p95Ms, p99Ms };
}
