/** Prepares time series for charts: makes gaps explicit and thins points. Values are never interpolated: every point was
 *  measured, missing values stay null. */
import { clockStepMs } from "../bff/clock-step.ts";

export interface SeriesPoint<Key extends string> {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** A key that is absent or null was not measured. */
  readonly values: { readonly [key in Key]?: number | null | undefined };
}

/** Sorts points by time, one per time (the last one wins), and drops points outside the range. */
export function orderPoints<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  fromMs: number,
  toMs: number,
): readonly SeriesPoint<Key>[] {
  const byTime = new Map<number, SeriesPoint<Key>>();
  for (const point of points) {
    if (Number.isFinite(point.atMs) && point.atMs >= fromMs && point.atMs <= toMs)
      byTime.set(point.atMs, point);
  }
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Inserts an empty point where two ordered points are more than `gapMs` apart, so that no line spans unmeasured
 *  time. */
export function markGaps<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  gapMs: number,
): readonly SeriesPoint<Key>[] {
  const marked: SeriesPoint<Key>[] = [];
  for (const point of points) {
    const before = marked.at(-1);
    if (before !== undefined && point.atMs - before.atMs > gapMs) {
      marked.push({ atMs: Math.round((before.atMs + point.atMs) / 2), values: {} });
    }
    marked.push(point);
  }
  return marked;
}

/** Thins ordered points to about `maxBuckets` buckets, aligned to the clock so that a moving range keeps them: the last
 *  measured point of each bucket, and a gap if it contains one. */
export function thinPoints<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  fromMs: number,
  toMs: number,
  maxBuckets: number,
): readonly SeriesPoint<Key>[] {
  if (points.length <= maxBuckets || toMs <= fromMs) return points;
  const widthMs = clockStepMs((toMs - fromMs) / maxBuckets);
  const thinned: SeriesPoint<Key>[] = [];
  let bucket = -1;
  let measured: SeriesPoint<Key> | undefined;
  let gap: SeriesPoint<Key> | undefined;
  const close = () => {
    const both = [measured, gap].filter((point) => point !== undefined);
    thinned.push(...both.sort((a, b) => a.atMs - b.atMs));
    measured = undefined;
    gap = undefined;
  };
  for (const point of points) {
    const own = Math.floor(point.atMs / widthMs);
    if (own !== bucket) {
      close();
      bucket = own;
    }
    if (isGap(point)) gap = point;
    else measured = point;
  }
  close();
  return thinned;
}

/** Buckets of `stepMs` from `fromMs` (rounded down to a step) to `toMs`, each with its last point; empty without one,
 *  not zero. */
export function fillBuckets<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
): readonly SeriesPoint<Key>[] {
  const known = new Map(points.map((point) => [Math.floor(point.atMs / stepMs), point]));
  const buckets: SeriesPoint<Key>[] = [];
  for (let step = Math.floor(fromMs / stepMs); step * stepMs <= toMs; step += 1) {
    buckets.push({ atMs: step * stepMs, values: known.get(step)?.values ?? {} });
  }
  return buckets;
}

/** The greatest sum of the keys at any time; 0 when nothing was measured. */
export function maxStack<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  keys: readonly Key[],
): number {
  let greatest = 0;
  for (const point of points) {
    greatest = Math.max(
      greatest,
      keys.reduce((sum, key) => sum + (point.values[key] ?? 0), 0),
    );
  }
  return greatest;
}

/** The newest point with a measured value. */
export function newestMeasured<Key extends string>(
  points: readonly SeriesPoint<Key>[],
): SeriesPoint<Key> | undefined {
  return points.findLast((point) => !isGap(point));
}

function isGap(point: SeriesPoint<string>): boolean {
  return Object.values(point.values).every((value) => value === null || value === undefined);
}
