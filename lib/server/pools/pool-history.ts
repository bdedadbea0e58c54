// The capacity of pools over any range: every poll of the last two days, five-minute buckets before.
import { clockStepMs } from "../../bff/clock-step.ts";
import { maxPoolSteps, type PoolHistory, type PoolPoint } from "../../bff/history.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { downsampledOffsetMs, downsampledWidthMs } from "./downsample-pool-samples.ts";
import { downsampleSeries } from "./downsample-series.ts";
import {
  type PointWidth,
  pointWidths,
  type RolledUp,
  readDrawnPoints,
  readRolledUp,
  rolledUpPart,
} from "./pool-points.ts";
import {
  type HistoryRange,
  readBegan,
  readLastBuckets,
  readPoolHistory,
  type SliceSample,
  withGaps,
} from "./pool-sample-history.ts";
import { sliceDrawnPoints } from "./slice-points.ts";

/** Per slice: the last answer, the last gap and the answer that ends it. Both ends of a range may cut a slice. */
const maxPointsOf = (slices: number) => 3 * (slices + 1);
const defaultRangeMs = 48 * hourMs;
const maxRangeMs = 30 * dayMs;

/** Slices this wide may as well be those of an hour, where narrower ones would take reading every bucket. */
const longStepMs = 15 * 60_000;

const isGap = ({ available }: SliceSample) => available === null;

function unfilledAt({ available, acquired, size }: SliceSample): number | null {
  if (available === null || acquired === null || size === null) return null;
  return Math.max(0, size - available - acquired);
}

/** Adds the missing browsers (`unfilled`) to each point, and keeps only the first of consecutive gaps. */
function toPoints(samples: readonly SliceSample[]): PoolPoint[] {
  const points: PoolPoint[] = [];
  for (const [at, sample] of samples.entries()) {
    if (isGap(sample) && at > 0 && samples[at - 1]?.available === null) continue;
    const { at_ms, available, available_min, acquired, size } = sample;
    points.push({ at_ms, available, available_min, acquired, size, unfilled: unfilledAt(sample) });
  }
  return points;
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

/** Samples where they exist, and the buckets of five minutes from before: of any range, at the cost of reading them all. */
async function readSamples(
  db: Database,
  range: HistoryRange,
  { nowMs, rawForMs }: { nowMs: number; rawForMs: number },
): Promise<Map<string, SliceSample[]>> {
  if (range.sinceMs >= range.untilMs) return new Map();
  const coarse = range.sinceMs < nowMs - rawForMs;
  const lastBucketMs = coarse ? await readLastBuckets(db) : new Map<string, number>();
  const raw = await readPoolHistory(db, "pool_samples", range);
  const downsampled = coarse ? await readDownsampled(db, range) : new Map<string, SliceSample[]>();
  const ids = new Set([...downsampled.keys(), ...raw.keys()]);
  return new Map(
    [...ids].map((poolId) => {
      // Where a bucket exists, it replaces the samples of its time.
      const fromMs = coarse
        ? (lastBucketMs.get(poolId) ?? Number.NEGATIVE_INFINITY) + downsampledWidthMs
        : range.sinceMs;
      const samples = (raw.get(poolId) ?? []).filter(({ at_ms: atMs }) => atMs >= fromMs);
      return [poolId, [...(downsampled.get(poolId) ?? []), ...samples]];
    }),
  );
}

/** The widest points that fit the slices of the range, and around them narrower ones, down to the samples. */
async function readLayers(
  db: Database,
  range: HistoryRange,
  times: { nowMs: number; rawForMs: number },
  [width, ...narrower]: readonly PointWidth[],
  rolledUp: RolledUp,
): Promise<Map<string, SliceSample[]>> {
  if (width === undefined) return readSamples(db, range, times);
  const widthMs = pointWidths[width];
  const part = rolledUpPart({ fromMs: range.sinceMs, toMs: range.untilMs }, rolledUp[width], width);
  if (range.sliceMs < widthMs || part === undefined) return readLayers(db, range, times, narrower, rolledUp);
  const around = (sinceMs: number, untilMs: number) =>
    sinceMs < untilMs
      ? readLayers(db, { ...range, sinceMs, untilMs }, times, narrower, rolledUp)
      : new Map<string, SliceSample[]>();
  const before = await around(range.sinceMs, part.fromMs);
  const points = await readDrawnPoints(db, width, part, range.poolId);
  const after = await around(part.toMs, range.untilMs);
  const ids = new Set([...before.keys(), ...points.keys(), ...after.keys()]);
  return new Map(
    [...ids].map((id) => [
      id,
      [
        ...(before.get(id) ?? []),
        ...withGaps(sliceDrawnPoints(points.get(id) ?? [], range.sliceMs), 2 * range.sliceMs),
        ...(after.get(id) ?? []),
      ],
    ]),
  );
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
  const { steps = maxPoolSteps, poolId } = requested;
  const fittingMs = clockStepMs((untilMs - sinceMs) / steps);
  // Before the samples there are only points of an hour for all pools.
  const isLong = poolId === undefined && sinceMs < nowMs - rawForMs && fittingMs >= longStepMs;
  const sliceMs = isLong ? Math.max(fittingMs, pointWidths.coarse) : fittingMs;
  const { maxSilenceMs } = paces.polling;
  const range: HistoryRange = { sinceMs, untilMs, sliceMs, maxSilenceMs, poolId };
  const rolledUp = await readRolledUp(db);
  const read = await readLayers(db, range, { nowMs, rawForMs }, ["coarse", "fine"], rolledUp);
  const pools = [...read]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, samples]) => ({
      pool_id: id,
      samples: toPoints(downsampleSeries(samples, maxPointsOf(steps))),
    }));
  return {
    began_at_ms: await readBegan(db),
    since_ms: sinceMs,
    until_ms: untilMs,
    resolution: sinceMs < nowMs - rawForMs ? "5m" : "raw",
    pools,
  };
}
