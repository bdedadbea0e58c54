// Flow model of a pool: consumption reduces the available browsers, losses reduce the pool, and filling adds browsers at
// its rate while the pool is below its size.
import type { Consumption, TimeToEmpty } from "../bff/pool-insight.ts";

/** Counts are browsers, rates browsers per minute. */
export interface PoolFlow {
  readonly available: number;
  readonly unfilled: number;
  readonly taken: number;
  readonly lost: number;
  readonly fill: number;
}

/**
 * Minutes until no browser is available at constant rates; null for never. 0 if none is available now, unless filling
 * exceeds consumption.
 */
export function minutesToEmpty({ available, unfilled, taken, lost, fill }: PoolFlow): number | null {
  if (available <= 0 && (unfilled <= 0 || fill <= taken)) return 0;
  const until = (count: number, perMinute: number) => (perMinute > 0 ? count / perMinute : null);
  // At its size, filling only replaces losses.
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

/** Time to empty at the mean, fast and slow consumption. */
export function timeToEmptyOf(
  counts: { available: number; unfilled: number },
  consumption: Consumption,
  fillPerMinute: number,
): TimeToEmpty {
  const at = (taken: number) =>
    minutesToEmpty({ ...counts, taken, lost: consumption.lost_per_minute, fill: fillPerMinute });
  return {
    minutes: at(consumption.taken_per_minute),
    earliest_minutes: at(consumption.fast_per_minute),
    latest_minutes: at(consumption.slow_per_minute),
    fill_per_minute: fillPerMinute,
  };
}
