// Reduces the points of one pool to those of slices of time: of each the last answer with the minimum `available`, the last
// unanswered poll with the answer after it, and the last sample before missing polls. Pure.
import type { PoolSample } from "../../bff/history.ts";

/** A sample that stands for a slice of time, as charts of capacity draw it. */
export interface DrawnPoint extends PoolSample {
  /** The minimum of the answers it stands for; null for a gap. */
  available_min: number | null;
  /** Whether polls are missing after it. */
  silent: boolean;
}

/** The same with what is summed up. */
export interface PoolPoint extends DrawnPoint {
  /** Extremes of the answers it stands for. */
  acquired_max: number | null;
  unfilled_max: number | null;
  /** Numbers of answered and unanswered polls. */
  samples: number;
  unanswered: number;
}

type Sampled = PoolSample & Partial<Omit<PoolPoint, keyof PoolSample | "silent">>;

/** Browsers missing to the size; negative above it, null where it is not known. */
export const missingOf = ({ available, acquired, size }: PoolSample): number | null =>
  available === null || acquired === null || size === null ? null : size - available - acquired;

const isSilent = (sample: PoolSample, next: PoolSample | undefined, maxSilenceMs: number) =>
  sample.available !== null && next !== undefined && next.at_ms - sample.at_ms > maxSilenceMs;

/** Samples as drawn points, oldest first; after a longer time than `maxSilenceMs` polls are missing. */
export const drawnPointsOf = (
  samples: readonly Omit<DrawnPoint, "silent">[],
  maxSilenceMs: number,
): DrawnPoint[] =>
  samples.map((sample, at) => ({ ...sample, silent: isSilent(sample, samples[at + 1], maxSilenceMs) }));

/** The same with what is summed up. */
export const pointsOfSamples = (samples: readonly Sampled[], maxSilenceMs: number): PoolPoint[] =>
  samples.map((sample, at) => {
    const silent = isSilent(sample, samples[at + 1], maxSilenceMs);
    const answered = sample.available === null ? 0 : 1;
    return {
      available_min: sample.available,
      acquired_max: sample.acquired,
      unfilled_max: missingOf(sample),
      samples: answered,
      unanswered: 1 - answered,
      ...sample,
      silent,
    };
  });

type Part = "gap" | "silent" | "after_gap" | "answer";

function partOf(point: DrawnPoint, before: DrawnPoint | undefined): Part {
  if (point.available === null) return "gap";
  if (point.silent) return "silent";
  return before !== undefined && before.available === null ? "after_gap" : "answer";
}

const extreme = (of: (...values: number[]) => number, one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : of(one, other);

/** The later of two points of one part of a slice, for both. */
const mergedDrawn = (
  { at_ms, available, available_min, acquired, size, silent }: DrawnPoint,
  before: DrawnPoint,
): DrawnPoint => ({
  at_ms,
  available,
  acquired,
  size,
  silent,
  available_min: extreme(Math.min, available_min, before.available_min),
});

const merged = (point: PoolPoint, before: PoolPoint): PoolPoint => ({
  ...mergedDrawn(point, before),
  acquired_max: extreme(Math.max, point.acquired_max, before.acquired_max),
  unfilled_max: extreme(Math.max, point.unfilled_max, before.unfilled_max),
  samples: point.samples + before.samples,
  unanswered: point.unanswered + before.unanswered,
});

function slice<Point extends DrawnPoint>(
  points: readonly Point[],
  sliceMs: number,
  merge: (point: Point, before: Point) => Point,
): Point[] {
  const sliced: Point[] = [];
  let parts = new Map<Part, Point>();
  let number: number | undefined;
  const close = () => {
    sliced.push(...[...parts.values()].sort((a, b) => a.at_ms - b.at_ms));
    parts = new Map();
  };
  for (const [at, point] of points.entries()) {
    const own = Math.floor(point.at_ms / sliceMs);
    if (own !== number) close();
    number = own;
    const part = partOf(point, points[at - 1]);
    const before = parts.get(part);
    parts.set(part, before === undefined ? point : merge(point, before));
  }
  close();
  return sliced;
}

/** At most four points per slice, oldest first; slices are aligned to the clock. */
export const slicePoints = (points: readonly PoolPoint[], sliceMs: number): PoolPoint[] =>
  slice(points, sliceMs, merged);

/** The same without what is summed up. */
export const sliceDrawnPoints = (points: readonly DrawnPoint[], sliceMs: number): DrawnPoint[] =>
  slice(points, sliceMs, mergedDrawn);
