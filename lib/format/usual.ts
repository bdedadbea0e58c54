// How long an action's runs usually take, from the finished runs at hand. It says of how many, so that a screen can.
import type { Invocation } from "../contract/invocations.ts";
import { elapsedMs, parseInstant } from "./rfc3339.ts";

/** Below this many finished runs nothing is called usual. */
export const minUsualRuns = 5;

export interface Usual {
  /** Finished runs it was computed from. */
  readonly runs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** How long a finished run took; undefined for one that is not over or does not say. */
export function tookMs(run: Pick<Invocation, "started_at" | "finished_at">): number | undefined {
  const from = parseInstant(run.started_at ?? "");
  const to = parseInstant(run.finished_at ?? "");
  return from && to ? elapsedMs(from, to) : undefined;
}

/** The value below which `share` (0 to 1) of the values lie, by nearest rank; undefined for none. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The usual duration of these runs, which should be of one action; undefined when too few of them have succeeded. */
export function usualOf(runs: readonly Invocation[]): Usual | undefined {
  // A failed run says how long its failure took, not the action.
  const took = runs.flatMap((run) => (run.status === "succeeded" ? (tookMs(run) ?? []) : []));
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => percentile(took, share));
  if (took.length < minUsualRuns || p50Ms === undefined || p95Ms === undefined || p99Ms === undefined)
    return undefined;
  return { runs: took.length, p50Ms, p95Ms, p99Ms };
}
