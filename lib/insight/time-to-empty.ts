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

/** Browsers that a pool at its size loses per minute: filling only replaces losses there. */
const drainAtSize = ({ taken, lost, fill }: Pick<PoolFlow, "taken" | "lost" | "fill">): number =>
  taken - Math.min(fill, lost);

/**
 * Minutes until no browser is available at constant rates; null for never. 0 if none is available now, unless filling
 * exceeds consumption.
 */
export function minutesToEmpty({ available, unfilled, taken, lost, fill }: PoolFlow): number | null {
  if (available <= 0 && (unfilled <= 0 || fill <= taken)) return 0;
  const until = (count: number, perMinute: number) => (perMinute > 0 ? count / perMinute : null);
  const atSize = drainAtSize({ taken, lost, fill });
  if (unfilled <= 0) return until(available, atSize);
  const whileFilling = taken - fill;
  if (fill <= lost) return until(available, whileFilling);
  const filledAfter = unfilled / (fill - lost);
  const left = available - whileFilling * filledAfter;
  if (left <= 0) return until(available, whileFilling);
  const later = until(left, atSize);
  return later === null ? null : filledAfter + later;
}

/** Fewer within the measured time are no drain: as many are out at one end of it and not at the other. */
const leastDrained = 2;

/** Whether a pool that fills `fill` browsers per minute drains at this consumption. */
export const isDraining = (consumption: Consumption, fill: number): boolean =>
  drainAtSize({ taken: consumption.taken_per_minute, lost: consumption.lost_per_minute, fill }) *
    consumption.minutes >=
  leastDrained;

/** Time to empty at the mean, fast and slow consumption; null at the mean and slow one while the pool does not drain. */
export function timeToEmptyOf(
  counts: { available: number; unfilled: number },
  consumption: Consumption,
  fillPerMinute: number,
): TimeToEmpty {
  const flowAt = (taken: number) => ({
    ...counts,
    taken,
    lost: consumption.lost_per_minute,
    fill: fillPerMinute,
  });
  const empties = counts.available <= 0 || isDraining(consumption, fillPerMinute);
  return {
    minutes: empties ? minutesToEmpty(flowAt(consumption.taken_per_minute)) : null,
    earliest_minutes: minutesToEmpty(flowAt(consumption.fast_per_minute)),
    latest_minutes: empties ? minutesToEmpty(flowAt(consumption.slow_per_minute)) : null,
    fill_per_minute: fillPerMinute,
  };
}
