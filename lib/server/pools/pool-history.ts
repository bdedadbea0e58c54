// The capacity of pools over any range: every poll of the last two days, five-minute buckets before.
import { clockStepMs } from "../../bff/clock-step.ts";
import { maxPoolSteps, type PoolHistory } from "../../bff/history.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { downsampledOffsetMs, downsampledWidthMs } from "./downsample-pool-samples.ts";
import { downsampleSeries } from "./downsample-series.ts";
import {
  type HistoryRange,
  readBegan,
  readLastBuckets,
  readPoolHistory,
  type SliceSample,
} from "./pool-sample-history.ts";

/** Per slice: the last answer, the last gap and the answer that ends it. Both ends of a range may cut a slice. */
const maxPointsOf = (slices: number) => 3 * (slices + 1);
const defaultRangeMs = 48 * 3_600_000;
const maxRangeMs = 30 * 24 * 3_600_000;

const isGap = ({ available }: SliceSample) => available === null;

/** Adds the missing browsers (`unfilled`) to each point, and keeps only the first of consecutive gaps. */
function toPoints(samples: readonly SliceSample[]) {
  return samples
    .filter((sample, at) => !(isGap(sample) && at > 0 && samples[at - 1]?.available === null))
    .map((sample) => ({ ...sample, unfilled: unfilledAt(sample) }));
}

function unfilledAt({ available, acquired, size }: SliceSample): number | null {
  if (available === null || acquired === null || size === null) return null;
  return Math.max(0, size - available - acquired);
}

async function readDownsampled(db: Database, range: HistoryRange): Promise<Map<string, SliceSample[]>> {
  const downsampled = await readPoolHistory(db, "pool_samples_5m", {
    ...range,
    sinceMs: range.sinceMs - downsampledOffsetMs,
    untilMs: range.untilMs - downsampledOffsetMs,
    maxSilenceMs: 1.5 * downsampledWidthMs,
  });
  const atEnd = (sample: SliceSample) => ({ ...sample, at_ms: sample.at_ms + downsampledOffsetMs });
  return new Map([...downsampled].map(([poolId, samples]) => [poolId, samples.map(atEnd)]));
}

/**
 * Bounds in epoch milliseconds; by default the last two days, at most 30. At most three points per step and pool, two where every
 * poll was answered or none. `rawForMs`: how long the recorder keeps every sample.
 */
export async function poolHistoryOf(
  db: Database,
  requested: {
    sinceMs?: number | undefined;
    untilMs?: number | undefined;
    poolId?: string | undefined;
    steps?: number | undefined;
  },
  nowMs: number,
  rawForMs: number,
): Promise<PoolHistory> {
  const untilMs = Math.min(requested.untilMs ?? nowMs + 1, nowMs + 1);
  const sinceMs = Math.max(requested.sinceMs ?? nowMs - defaultRangeMs, untilMs - maxRangeMs);
  const coarse = sinceMs < nowMs - rawForMs;
  const beganAtMs = await readBegan(db);
  const lastBucketMs = coarse ? await readLastBuckets(db) : new Map<string, number>();
  const { steps = maxPoolSteps } = requested;
  const sliceMs = clockStepMs((untilMs - sinceMs) / steps);
  const { maxSilenceMs } = paces.polling;
  const range: HistoryRange = { sinceMs, untilMs, sliceMs, maxSilenceMs, poolId: requested.poolId };
  const raw = await readPoolHistory(db, "pool_samples", range);
  const downsampled = coarse ? await readDownsampled(db, range) : new Map<string, SliceSample[]>();
  const ids = [...new Set([...downsampled.keys(), ...raw.keys()])].sort();
  const pools = ids.map((poolId) => {
    // Where a bucket exists, it replaces the samples of its time.
    const fromMs = coarse
      ? (lastBucketMs.get(poolId) ?? Number.NEGATIVE_INFINITY) + downsampledWidthMs
      : sinceMs;
    const samples = [
      ...(downsampled.get(poolId) ?? []),
      ...(raw.get(poolId) ?? []).filter(({ at_ms: atMs }) => atMs >= fromMs),
    ];
    return { pool_id: poolId, samples: toPoints(downsampleSeries(samples, maxPointsOf(steps))) };
  });
  return {
    began_at_ms: beganAtMs,
    since_ms: sinceMs,
    until_ms: untilMs,
    resolution: coarse ? "5m" : "raw",
    pools,
  };
}
