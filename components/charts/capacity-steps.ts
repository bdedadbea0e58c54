import type { CapacityPoint } from "./capacity-series.ts";

/** What is drawn from one moment to the next. Nulls: nothing was measured, a gap. */
export interface CapacityStep {
  readonly atMs: number;
  readonly acquired: number | null;
  readonly available: number | null;
  readonly unfilled: number | null;
  /** The least available until the next moment; at most `available`. */
  readonly least: number | null;
  /** What of `available` was gone at some time of the step. */
  readonly dip: number | null;
}

/** The least that a point tells of the time before it; null where that is no more than its own count. */
function toldBefore({ values }: CapacityPoint, isEnd: boolean): number | null {
  const available = values.available ?? null;
  const least = values.available_min ?? available;
  // What the next step begins with is drawn there; only what was lower before is of this one.
  return isEnd && least === available ? null : least;
}

const isMissing = ({ values }: CapacityPoint) => values.available === null || values.available === undefined;

/**
 * The steps between the moments in `drawn`, each with the least available of all points that lie in it, drawn or not.
 * A point's least is of the time before it; where no step is drawn there, it counts for the step that follows. Both
 * are in order of time, and `drawn` is a part of `points`.
 */
export function capacitySteps(
  points: readonly CapacityPoint[],
  drawn: readonly CapacityPoint[],
): readonly CapacityStep[] {
  let at = 0;
  return drawn.map((point, index) => {
    const { acquired = null, available = null, unfilled = null } = point.values;
    const next = drawn[index + 1];
    // A gap gives what lies before the first answer after it to that answer's step.
    const untilMs = isMissing(point) ? point.atMs : (next?.atMs ?? Number.POSITIVE_INFINITY);
    let least = available;
    for (let inside = points[at]; inside !== undefined && inside.atMs <= untilMs; inside = points[at]) {
      const told = toldBefore(inside, inside === next);
      if (least !== null && told !== null) least = Math.min(least, told);
      at += 1;
    }
    const dip = available === null || least === null ? null : available - least;
    return { atMs: point.atMs, acquired, available, unfilled, least, dip };
  });
}

/** The least available of points and when, at the end of its step, it was told last; undefined when nothing was
 *  measured. */
export function leastAvailable(
  points: readonly CapacityPoint[],
): { readonly count: number; readonly atMs: number } | undefined {
  let found: { count: number; atMs: number } | undefined;
  for (const { atMs, values } of points) {
    const told = values.available_min ?? values.available;
    if (told !== null && told !== undefined && (found === undefined || told <= found.count))
      found = { count: told, atMs };
  }
  return found;
}
