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

/** Samples as points, oldest first; after a longer time than `maxSilenceMs` polls are missing. */
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

type Merge<Point> = (point: Point, before: Point) => Point;

/** Reduces points that are added oldest first. */
class Slicer<Point extends DrawnPoint> {
  readonly sliced: Point[] = [];
  readonly #sliceMs: number;
  readonly #merge: Merge<Point>;
  #number: number | undefined;
  /** The parts of the last slice in the order of its points: the one that was added to last is the last. */
  readonly #parts: Part[] = [];
  #before: Point | undefined;

  constructor(sliceMs: number, merge: Merge<Point>) {
    this.#sliceMs = sliceMs;
    this.#merge = merge;
  }

  add(point: Point): void {
    const [sliced, parts] = [this.sliced, this.#parts];
    const number = Math.floor(point.at_ms / this.#sliceMs);
    if (number !== this.#number) parts.length = 0;
    this.#number = number;
    const part = partOf(point, this.#before);
    this.#before = point;
    const at = parts.indexOf(part) - parts.length;
    const known = at < -parts.length ? undefined : sliced.at(at);
    if (known !== undefined && at === -1) {
      sliced[sliced.length - 1] = this.#merge(point, known);
      return;
    }
    if (known !== undefined) {
      sliced.splice(at, 1);
      parts.splice(at, 1);
    }
    parts.push(part);
    sliced.push(known === undefined ? point : this.#merge(point, known));
  }
}

function slice<Point extends DrawnPoint>(
  points: readonly Point[],
  sliceMs: number,
  merge: Merge<Point>,
): Point[] {
  const slicer = new Slicer(sliceMs, merge);
  for (const point of points) slicer.add(point);
  return slicer.sliced;
}

/** Reduces the samples of one pool that are added oldest first; after a longer time than `maxSilenceMs` polls are missing. */
export class SampleSlicer {
  readonly #slicer: Slicer<DrawnPoint>;
  readonly #maxSilenceMs: number;
  #last: Omit<DrawnPoint, "silent"> | undefined;

  constructor(sliceMs: number, maxSilenceMs: number) {
    this.#slicer = new Slicer(sliceMs, mergedDrawn);
    this.#maxSilenceMs = maxSilenceMs;
  }

  add(sample: Omit<DrawnPoint, "silent">): void {
    this.#addLast(sample);
    this.#last = sample;
  }

  /** The points of all samples, after which there is none. */
  end(): DrawnPoint[] {
    this.#addLast(undefined);
    return this.#slicer.sliced;
  }

  #addLast(next: Omit<DrawnPoint, "silent"> | undefined): void {
    if (this.#last === undefined) return;
    this.#slicer.add({ ...this.#last, silent: isSilent(this.#last, next, this.#maxSilenceMs) });
  }
}

/** At most four points per slice, oldest first; slices are aligned to the clock. */
export const slicePoints = (points: readonly PoolPoint[], sliceMs: number): PoolPoint[] =>
  slice(points, sliceMs, merged);

/** The same without what is summed up. */
export const sliceDrawnPoints = (points: readonly DrawnPoint[], sliceMs: number): DrawnPoint[] =>
  slice(points, sliceMs, mergedDrawn);
