import { dayMs, hourMs, minuteMs, secondMs } from "../bff/time-units.ts";
import { formatClock, formatDate } from "../format/full-time.ts";
import { fromLocal, toLocal, zonedParts } from "../format/time-zone.ts";

export interface TimeTick {
  readonly atMs: number;
  readonly label: string;
}

const stepsMs = [
  1 * secondMs,
  5 * secondMs,
  10 * secondMs,
  30 * secondMs,
  1 * minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  1 * dayMs,
  2 * dayMs,
  7 * dayMs,
  14 * dayMs,
  30 * dayMs,
] as const;

/** Ticks at round times of `zone` between two times, at most `maxTicks`, each with the shortest sufficient label:
 *  `03:08:30`, `03:08`, and the date at midnight. Handles daylight saving changes. */
export function timeTicks(fromMs: number, toMs: number, zone: string, maxTicks: number): readonly TimeTick[] {
  const spanMs = toMs - fromMs;
  if (!(spanMs > 0) || maxTicks < 1) return [];
  const stepMs =
    stepsMs.find((step) => spanMs / step < maxTicks) ?? Math.ceil((spanMs + 1) / maxTicks / dayMs) * dayMs;
  const ticks: TimeTick[] = [];
  for (const atMs of stepMs <= hourMs ? equalSteps(fromMs, stepMs, zone) : localSteps(fromMs, stepMs, zone)) {
    if (atMs > toMs || ticks.length >= maxTicks) break;
    const last = ticks.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
    if (atMs >= fromMs && atMs > last) ticks.push({ atMs, label: labelOf(atMs, stepMs, zone) });
  }
  return ticks;
}

/** Times up to an hour apart that are round on the wall clock; offsets change by half an hour at least. */
function* equalSteps(fromMs: number, stepMs: number, zone: string): Generator<number> {
  const first = fromMs + roundedUp(toLocal(fromMs, zone), stepMs) - toLocal(fromMs, zone);
  for (let atMs = first; ; atMs += Math.min(stepMs, hourMs / 2))
    if (toLocal(atMs, zone) % stepMs === 0) yield atMs;
}

const roundedUp = (local: number, stepMs: number): number => Math.ceil(local / stepMs) * stepMs;

/** Times that are round on the wall clock; in the order of that clock, which is set back at times. */
function* localSteps(fromMs: number, stepMs: number, zone: string): Generator<number> {
  for (let local = roundedUp(toLocal(fromMs, zone), stepMs); ; local += stepMs) yield fromLocal(local, zone);
}

function labelOf(atMs: number, stepMs: number, zone: string): string {
  const { hour, minute, second } = zonedParts(atMs, zone);
  if (stepMs >= dayMs || (hour === 0 && minute === 0 && second === 0)) return formatDate(atMs, zone).slice(5);
  return formatClock(atMs, zone, stepMs < minuteMs ? "second" : "minute");
}
