/** Linear forecast of a measured value: when the line through the newest samples reaches a limit. Too few samples, noisy
 *  or non-rising values give no forecast. */
import { dayMs } from "../bff/time-units.ts";

export interface Measured {
  readonly atMs: number;
  readonly value: number;
}

export interface Line {
  readonly perMs: number;
  /** The line's value at the newest sample. */
  readonly now: number;
  /** Coefficient of determination, 0 to 1. */
  readonly fit: number;
  readonly spanMs: number;
}

export type Forecast =
  /** At or above the limit. */
  | { readonly kind: "reached" }
  | { readonly kind: "reaches"; readonly inMs: number; readonly perMs: number; readonly overMs: number }
  /** Level or falling, or more than a day from the limit. */
  | { readonly kind: "not_rising"; readonly overMs: number }
  /** Not linear. */
  | { readonly kind: "unsteady"; readonly overMs: number }
  /** `neededMs` more of samples are required. */
  | { readonly kind: "too_early"; readonly neededMs: number };

/** Minimum and maximum period of a forecast's samples. */
const forecastWindow = { minMs: 2 * 60_000, maxMs: 10 * 60_000 } as const;
const leastSamples = 12;
const leastFit = 0.6;
const horizonMs = dayMs;
const leastRise = 0.01;

/** The least-squares line through the samples; undefined when they have no extent in time. */
export function lineThrough(samples: readonly Measured[]): Line | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return undefined;
  const count = samples.length;
  const meanAt = samples.reduce((sum, { atMs }) => sum + (atMs - last.atMs), 0) / count;
  const meanValue = samples.reduce((sum, { value }) => sum + value, 0) / count;
  let [atAt, atValue, valueValue] = [0, 0, 0];
  for (const { atMs, value } of samples) {
    const at = atMs - last.atMs - meanAt;
    atAt += at * at;
    atValue += at * (value - meanValue);
    valueValue += (value - meanValue) ** 2;
  }
  const perMs = atValue / atAt;
  const fit = valueValue === 0 ? 1 : (atValue * atValue) / (atAt * valueValue);
  return { perMs, now: meanValue - perMs * meanAt, fit, spanMs: last.atMs - first.atMs };
}

/** When the value reaches `limit` at the slope of the last two to ten minutes. Samples in time order. */
export function forecast(samples: readonly Measured[], limit: number): Forecast {
  const newest = samples.at(-1);
  if (newest === undefined) return { kind: "too_early", neededMs: forecastWindow.minMs };
  if (newest.value >= limit) return { kind: "reached" };
  const recent = samples.filter(({ atMs }) => atMs >= newest.atMs - forecastWindow.maxMs);
  const line = lineThrough(recent);
  if (line === undefined || line.spanMs < forecastWindow.minMs || recent.length < leastSamples) {
    const neededMs = Math.max(1000, forecastWindow.minMs - (line?.spanMs ?? 0));
    return { kind: "too_early", neededMs };
  }
  const overMs = line.spanMs;
  // A rise of less than one percent over the whole period counts as level.
  const rise = line.perMs * overMs;
  if (rise <= leastRise * Math.max(line.now, Number.EPSILON)) return { kind: "not_rising", overMs };
  if (line.fit < leastFit) return { kind: "unsteady", overMs };
  const inMs = (limit - newest.value) / line.perMs;
  return inMs > horizonMs
    ? { kind: "not_rising", overMs }
    : { kind: "reaches", inMs, perMs: line.perMs, overMs };
}
