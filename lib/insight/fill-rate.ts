// The rate at which a pool fills, estimated from its samples by the time between arrivals. The first arrival of a
// sequence only starts the clock, because its start-up time is unknown.

import type { ConfiguredRate, FillObservation } from "../bff/pool-insight.ts";
import { minuteMs } from "../bff/time-units.ts";
import { type Measured, stepsOf, unfilledOf } from "./counts.ts";

/** An arrival this soon after a loss may be its replacement, which pools create beyond their rate. */
const replacedWithinMs = 15_000;
const leastBrowsers = 2;
/** Maximum factor between the configured and the observed rate. */
const agreementFactor = 1.35;

interface Tally {
  browsers: number;
  ms: number;
  /** Uncertainty of `ms` due to the sampling interval. */
  openMs: number;
}

function tallyStretch(stretch: readonly Measured[], size: number, tally: Tally): void {
  let lastRise: { atMs: number; stepMs: number } | undefined;
  let fellAtMs = Number.NEGATIVE_INFINITY;
  let counted = false;
  for (const { before, after, ms, started, lost } of stepsOf(stretch)) {
    const unfilled = unfilledOf(before);
    if (before.size !== size || after.size !== size || unfilled === null || unfilled === 0) {
      lastRise = undefined;
      counted = false;
    }
    if (lost > 0) {
      fellAtMs = after.atMs;
      lastRise = undefined;
      counted = false;
    }
    if (started === 0 || before.size !== size || after.size !== size) continue;
    const mayReplace = after.atMs - fellAtMs <= Math.max(replacedWithinMs, ms);
    if (lastRise !== undefined && !mayReplace) {
      tally.browsers += started;
      tally.ms += after.atMs - lastRise.atMs;
      if (!counted) tally.openMs += Math.max(lastRise.stepMs, ms);
      counted = true;
    }
    lastRise = { atMs: after.atMs, stepMs: ms };
  }
}

/**
 * Browsers per minute while the pool was below its present size. Acquiring and releasing do not matter, because they
 * leave the sum of the counts unchanged. Null with fewer than two arrivals in a sequence.
 */
export function learnFillRate(
  stretches: readonly (readonly Measured[])[],
  size: number | null,
): FillObservation | null {
  if (size === null) return null;
  const tally: Tally = { browsers: 0, ms: 0, openMs: 0 };
  for (const stretch of stretches) tallyStretch(stretch, size, tally);
  const { browsers, ms, openMs } = tally;
  if (browsers < leastBrowsers || ms <= 0) return null;
  return {
    per_minute: (browsers * minuteMs) / ms,
    low_per_minute: (browsers * minuteMs) / (ms + openMs),
    high_per_minute: ms > openMs ? (browsers * minuteMs) / (ms - openMs) : null,
    browsers,
    minutes: ms / minuteMs,
  };
}

/** Browsers per minute of a rate in percent of the size; at least one unless 0. */
export const percentPerMinute = (percent: number, size: number): number =>
  percent === 0 ? 0 : Math.max(1, (size * percent) / 100);

/** Whether more came than at `perMinute`, as before the rate was lowered. */
export const isFasterThan = (learned: FillObservation, perMinute: number): boolean =>
  learned.low_per_minute > perMinute * agreementFactor;

/** The configured rate, and whether the observation reaches it. Null without size or field. */
export function configuredRateOf(
  percent: number | null,
  size: number | null,
  learned: FillObservation | null,
): ConfiguredRate | null {
  if (percent === null || size === null) return null;
  const perMinute = percentPerMinute(percent, size);
  const met =
    learned === null
      ? null
      : perMinute <= (learned.high_per_minute ?? Number.POSITIVE_INFINITY) * agreementFactor;
  return { percent, per_minute: perMinute, met };
}
