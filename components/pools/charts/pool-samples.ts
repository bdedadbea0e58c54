import type { CapacityPoint } from "@/components/charts/capacity-series";
import type { UnrecordedSpan } from "@/components/charts/unrecorded-span";
import type { PoolPoint } from "@/lib/bff/history";
import type { Pool } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { capacityOf } from "../pool-capacity.ts";

const gapFactor = 4;

/** Samples as chart points. Where the upstream did not answer all values are null: a gap, never a zero. */
export function pointsOf(samples: readonly PoolPoint[]): readonly CapacityPoint[] {
  return samples.map(({ at_ms: atMs, available, available_min, acquired, unfilled }) => ({
    atMs,
    values: { available, available_min, acquired, unfilled },
  }));
}

/** The greatest distance of two samples that is not a gap: the recorder's median interval, with tolerance. */
export function gapOf(samples: readonly PoolPoint[]): number {
  const steps = samples
    .slice(1)
    .map((sample, at) => sample.at_ms - (samples[at]?.at_ms ?? sample.at_ms))
    .sort((a, b) => a - b);
  const median = steps[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(paces.samples.poolGapMs, median * gapFactor);
}

/**
 * The times without a record from the first sample on, before which the pool may not have existed: where samples are more than
 * `gapMs` apart, or one is unanswered. `points` are in order and before `toMs`.
 */
export function unrecordedSpansOf(
  points: readonly CapacityPoint[],
  { toMs, gapMs }: { toMs: number; gapMs: number },
): readonly UnrecordedSpan[] {
  const spans: UnrecordedSpan[] = [];
  let knownMs: number | undefined;
  let isUnanswered = false;
  const reach = (atMs: number) => {
    if (knownMs !== undefined && (isUnanswered || atMs - knownMs > gapMs))
      spans.push({ fromMs: knownMs, toMs: atMs });
    knownMs = atMs;
    isUnanswered = false;
  };
  for (const { atMs, values } of points) {
    if (values.available == null) isUnanswered = true;
    else reach(atMs);
  }
  reach(toMs);
  return spans;
}

/**
 * Appends the displayed counts to the recorded samples, so that chart and counts end on the same values.
 * Counts older than the newest sample by more than the recorder's idle interval are left out, so that they
 * hide no newer samples.
 */
export function withPresent(
  samples: readonly PoolPoint[],
  pool: Pool,
  observedAtMs: number | undefined,
): readonly PoolPoint[] {
  if (observedAtMs === undefined || samples.length === 0) return samples;
  if ((samples.at(-1)?.at_ms ?? 0) > observedAtMs + paces.samples.idleMs) return samples;
  const { available, acquired, size = null, unfilled = null } = capacityOf(pool);
  const present = { at_ms: observedAtMs, available, available_min: available, acquired, size, unfilled };
  return [...samples.filter(({ at_ms: atMs }) => atMs < observedAtMs), present];
}
