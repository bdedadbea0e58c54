/** Where a measured value is heading: a straight line through the newest samples, and when it meets a limit. It says
 *  nothing rather than guess: too few samples, a value that jumps about, or one that does not rise give no forecast. */

export interface Measured {
  readonly atMs: number;
  readonly value: number;
}

export interface Line {
  readonly perMs: number;
  /** The line's value at the newest sample. */
  readonly now: number;
  /** Share of the variation that the line explains, 0 to 1. */
  readonly fit: number;
  readonly spanMs: number;
}

export type Forecast =
  /** At or above the limit already. */
  | { readonly kind: "reached" }
  | { readonly kind: "reaches"; readonly inMs: number; readonly perMs: number; readonly overMs: number }
  /** Level or falling; or so slow that the limit is beyond a day. */
  | { readonly kind: "not rising"; readonly overMs: number }
  /** No straight line describes it. */
  | { readonly kind: "unsteady"; readonly overMs: number }
  /** `neededMs` more of measuring before anything can be said. */
  | { readonly kind: "too early"; readonly neededMs: number };

/** Least and greatest stretch of time that a forecast rests on. */
export const forecastWindow = { leastMs: 2 * 60_000, mostMs: 10 * 60_000 } as const;
const leastSamples = 12;
const leastFit = 0.6;
const horizonMs = 24 * 3_600_000;
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

/** When the value reaches `limit` if it goes on as in the last two to ten minutes. Samples in order of time. */
export function forecast(samples: readonly Measured[], limit: number): Forecast {
  const newest = samples.at(-1);
  if (newest === undefined) return { kind: "too early", neededMs: forecastWindow.leastMs };
  if (newest.value >= limit) return { kind: "reached" };
  const recent = samples.filter(({ atMs }) => atMs >= newest.atMs - forecastWindow.mostMs);
  const line = lineThrough(recent);
  if (line === undefined || line.spanMs < forecastWindow.leastMs || recent.length < leastSamples) {
    const neededMs = Math.max(1000, forecastWindow.leastMs - (line?.spanMs ?? 0));
    return { kind: "too early", neededMs };
  }
  const overMs = line.spanMs;
  // A rise of less than a hundredth over the whole stretch is a level value, however straight.
  const rise = line.perMs * overMs;
  if (rise <= leastRise * Math.max(line.now, Number.EPSILON)) return { kind: "not rising", overMs };
  if (line.fit < leastFit) return { kind: "unsteady", overMs };
  const inMs = (limit - newest.value) / line.perMs;
  return inMs > horizonMs
    ? { kind: "not rising", overMs }
    : { kind: "reaches", inMs, perMs: line.perMs, overMs };
}
