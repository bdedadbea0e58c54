// Reduces the points of one pool to those of slices of time: of each the last answer with the minimum `available`, the last
// unanswered poll with the answer after it, and the last sample before missing polls. Pure.
import type { PoolSample } from "../../bff/history.ts";

/** A sample that stands for a slice of time. */
export interface PoolPoint extends PoolSample {
  /** The minimum of the answers it stands for; null for a gap. */
  available_min: number | null;
  /** Extremes of the answers it stands for. */
  acquired_max: number | null;
  unfilled_max: number | null;
  /** Numbers of answered and unanswered polls. */
  samples: number;
  unanswered: number;
  /** Whether polls are missing after it. */
  silent: boolean;
}

type Sampled = PoolSample & Partial<Omit<PoolPoint, keyof PoolSample | "silent">>;

/** Browsers missing to the size; negative above it, null where it is not known. */
export const missingOf = ({ available, acquired, size }: PoolSample): number | null =>
  available === null || acquired === null || size === null ? null : size - available - acquired;

/** Samples as points, oldest first; after a longer time than `maxSilenceMs` polls are missing. */
export const pointsOfSamples = (samples: readonly Sampled[], maxSilenceMs: number): PoolPoint[] =>
  samples.map((sample, at) => {
    const next = samples[at + 1];
    const silent =
      sample.available !== null && next !== undefined && next.at_ms - sample.at_ms > maxSilenceMs;
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

function partOf(point: PoolPoint, before: PoolPoint | undefined): Part {
  if (point.available === null) return "gap";
  if (point.silent) return "silent";
  return before !== undefined && before.available === null ? "after_gap" : "answer";
}

const extreme = (of: (...values: number[]) => number, one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : of(one, other);

/** The later of two points of one part of a slice, for both. */
const merged = (point: PoolPoint, before: PoolPoint | undefined): PoolPoint =>
  before === undefined
    ? point
    : {
        ...point,
        available_min: extreme(Math.min, point.available_min, before.available_min),
        acquired_max: extreme(Math.max, point.acquired_max, before.acquired_max),
        unfilled_max: extreme(Math.max, point.unfilled_max, before.unfilled_max),
        samples: point.samples + before.samples,
        unanswered: point.unanswered + before.unanswered,
      };

/** At most four points per slice, oldest first; slices are aligned to the clock. */
export function slicePoints(points: readonly PoolPoint[], sliceMs: number): PoolPoint[] {
  const sliced: PoolPoint[] = [];
  let slice = new Map<Part, PoolPoint>();
  let number: number | undefined;
  const close = () => {
    sliced.push(...[...slice.values()].sort((a, b) => a.at_ms - b.at_ms));
    slice = new Map();
  };
  for (const [at, point] of points.entries()) {
    const own = Math.floor(point.at_ms / sliceMs);
    if (own !== number) close();
    number = own;
    const part = partOf(point, points[at - 1]);
    slice.set(part, merged(point, slice.get(part)));
  }
  close();
  return sliced;
}
