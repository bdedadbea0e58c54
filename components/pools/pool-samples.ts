import type { CapacityPoint } from "@/components/charts/capacity-series";
import type { PoolPoint } from "@/lib/bff/history";
import type { Pool } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { capacityOf } from "./pool-capacity.ts";

const gapFactor = 4;

/** Samples as chart points. Where the upstream gave no answer everything is null: a gap, never a zero. */
export function pointsOf(samples: readonly PoolPoint[]): readonly CapacityPoint[] {
  return samples.map(({ at_ms: atMs, available, available_min, acquired, unfilled }) => ({
    atMs,
    values: { available, available_min, acquired, unfilled },
  }));
}

/** The greatest distance of two samples that is still the recorder's pace (its median, with slack) and not a hole. */
export function gapOf(samples: readonly PoolPoint[]): number {
  const steps = samples
    .slice(1)
    .map((sample, at) => sample.at_ms - (samples[at]?.at_ms ?? sample.at_ms))
    .sort((a, b) => a - b);
  const median = steps[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(paces.samples.poolGapMs, median * gapFactor);
}

/**
 * The recorded samples with the counts on screen as the newest one, so that chart and figures end on the same. Counts
 * that could not be read again for as long as the recorder rests hide nothing that was recorded since.
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
