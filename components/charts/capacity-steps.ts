import type { CapacityPoint } from "./capacity-series.ts";

/** Values drawn from one moment to the next. Nulls: not measured, a gap. */
export interface CapacityStep {
  readonly atMs: number;
  readonly acquired: number | null;
  readonly available: number | null;
  readonly unfilled: number | null;
  /** The minimum available until the next moment; at most `available`. */
  readonly least: number | null;
  /** `available` minus `least`. */
  readonly dip: number | null;
}

/** The minimum before a point; null where it is not below the point's own count. */
function minimumBefore({ values }: CapacityPoint, isEnd: boolean): number | null {
  const available = values.available ?? null;
  const least = values.available_min ?? available;
  // The count at the end of a step is drawn with the next step; only lower values belong to this one.
  return isEnd && least === available ? null : least;
}

const isMissing = ({ values }: CapacityPoint) => values.available === null || values.available === undefined;

/**
 * The steps between the points in `drawn`, each with the minimum available of all points in it, drawn or not.
 * A point's minimum covers the time before it; where no step is drawn there, it counts for the following
 * step. Both lists are in order of time, and `drawn` is a subset of `points`.
 */
export function capacitySteps(
  points: readonly CapacityPoint[],
  drawn: readonly CapacityPoint[],
): readonly CapacityStep[] {
  let at = 0;
  return drawn.map((point, index) => {
    const { acquired = null, available = null, unfilled = null } = point.values;
    const next = drawn[index + 1];
    // The minimum before the first sample after a gap counts for that sample's step.
    const untilMs = isMissing(point) ? point.atMs : (next?.atMs ?? Number.POSITIVE_INFINITY);
    let least = available;
    for (let inside = points[at]; inside !== undefined && inside.atMs <= untilMs; inside = points[at]) {
      const minimum = minimumBefore(inside, inside === next);
      if (least !== null && minimum !== null) least = Math.min(least, minimum);
      at += 1;
    }
    const dip = available === null || least === null ? null : available - least;
    return { atMs: point.atMs, acquired, available, unfilled, least, dip };
  });
}

/** The minimum available and the end of the last step that had it; undefined when nothing was measured. */
export function minimumAvailableIn(
  points: readonly CapacityPoint[],
): { readonly count: number; readonly atMs: number } | undefined {
  let found: { count: number; atMs: number } | undefined;
  for (const { atMs, values } of points) {
    const minimum = values.available_min ?? values.available;
    if (minimum !== null && minimum !== undefined && (found === undefined || minimum <= found.count))
      found = { count: minimum, atMs };
  }
  return found;
}
