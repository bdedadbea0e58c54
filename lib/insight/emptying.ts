// A pool as three quantities that flow: what is taken leaves the available ones, what is lost leaves the pool, and
// filling brings back as much as its rate gives while something is unfilled.
import type { Drain, TimeToEmpty } from "../bff/pool-insight.ts";

/** Counts are browsers, rates browsers per minute. */
export interface PoolFlow {
  readonly available: number;
  readonly unfilled: number;
  readonly taken: number;
  readonly lost: number;
  readonly fill: number;
}

/**
 * Minutes until nothing is available if all rates stay as they are; null for never. 0 when nothing is now, unless more
 * is filled than taken.
 */
export function minutesToEmpty({ available, unfilled, taken, lost, fill }: PoolFlow): number | null {
  if (available <= 0 && (unfilled <= 0 || fill <= taken)) return 0;
  const until = (count: number, perMinute: number) => (perMinute > 0 ? count / perMinute : null);
  // At its size, filling only replaces what is lost.
  const atSize = taken - Math.min(fill, lost);
  if (unfilled <= 0) return until(available, atSize);
  const whileFilling = taken - fill;
  if (fill <= lost) return until(available, whileFilling);
  const filledAfter = unfilled / (fill - lost);
  const left = available - whileFilling * filledAfter;
  if (left <= 0) return until(available, whileFilling);
  const later = until(left, atSize);
  return later === null ? null : filledAfter + later;
}

/** Time to empty at the mean, the fast and the slow drain. */
export function timeToEmptyOf(
  counts: { available: number; unfilled: number },
  drain: Drain,
  fillPerMinute: number,
): TimeToEmpty {
  const at = (taken: number) =>
    minutesToEmpty({ ...counts, taken, lost: drain.lost_per_minute, fill: fillPerMinute });
  return {
    minutes: at(drain.taken_per_minute),
    earliest_minutes: at(drain.fast_per_minute),
    latest_minutes: at(drain.slow_per_minute),
    fill_per_minute: fillPerMinute,
  };
}
