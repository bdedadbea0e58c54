// The rate at which a pool is consumed, from its samples: the mean over a period, and a band from windows of it.

import type { Consumption } from "../bff/pool-insight.ts";
import { minuteMs } from "../bff/time-units.ts";
import { type Measured, type Step, stepsOf } from "./counts.ts";

const minMs = 20_000;
/** With fewer steps there is a mean but no band. */
const leastSteps = 3;
/** A window is a third of the measured time; windows start a fifteenth of it apart. */
const windowShare = 1 / 3;
const windowCount = 11;

/** The `q` quantile of the values, linearly interpolated. */
export function quantile(values: readonly number[], q: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  return low === undefined || high === undefined
    ? undefined
    : low + (high - low) * (place - Math.floor(place));
}

/** Consumption per minute between two times, with partial steps prorated; undefined if less than 80 % was measured. */
function takenPerMinuteBetween(steps: readonly Step[], fromMs: number, toMs: number): number | undefined {
  let taken = 0;
  let coveredMs = 0;
  for (const step of steps) {
    const overlapMs = Math.min(step.after.atMs, toMs) - Math.max(step.before.atMs, fromMs);
    if (overlapMs <= 0 || step.ms <= 0) continue;
    taken += (step.taken * overlapMs) / step.ms;
    coveredMs += overlapMs;
  }
  return coveredMs < (toMs - fromMs) * 0.8 ? undefined : (taken * minuteMs) / coveredMs;
}

/**
 * Consumption over the last `overMs` before the newest sample, without unmeasured time and steps in which the size
 * changed. Null when less than 20 seconds or fewer than three steps were measured.
 */
export function consumptionOf(
  stretches: readonly (readonly Measured[])[],
  overMs: number,
): Consumption | null {
  const toMs = stretches.at(-1)?.at(-1)?.atMs;
  if (toMs === undefined) return null;
  const isOlder = ({ atMs }: Measured) => atMs < toMs - overMs;
  // Reducing the size ends idle browsers, which were not consumed.
  const steps = stretches
    .flatMap((stretch) => stepsOf(stretch.slice(stretch.findLastIndex(isOlder) + 1)))
    .filter(({ before, after }) => before.size === after.size);
  const measuredMs = steps.reduce((sum, { ms }) => sum + ms, 0);
  const fromMs = steps[0]?.before.atMs;
  if (fromMs === undefined || measuredMs < minMs || steps.length < leastSteps) return null;
  const sum = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0);
  const taken = sum((step) => step.taken);
  const lost = sum((step) => step.lost);
  const perMinute = (taken * minuteMs) / measuredMs;
  const widthMs = (toMs - fromMs) * windowShare;
  const windows = Array.from({ length: windowCount }, (_, at) => {
    const startMs = fromMs + ((toMs - fromMs - widthMs) * at) / (windowCount - 1);
    return takenPerMinuteBetween(steps, startMs, startMs + widthMs);
  }).filter((value) => value !== undefined);
  return {
    from_ms: fromMs,
    to_ms: toMs,
    minutes: measuredMs / minuteMs,
    taken,
    started: sum((step) => step.started),
    lost,
    taken_per_minute: perMinute,
    lost_per_minute: (lost * minuteMs) / measuredMs,
    slow_per_minute: Math.min(perMinute, quantile(windows, 0.1) ?? perMinute),
    fast_per_minute: Math.max(perMinute, quantile(windows, 0.9) ?? perMinute),
    windows: windows.length,
  };
}
