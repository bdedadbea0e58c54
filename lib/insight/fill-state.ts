// Whether a pool fills as configured: the change of its gap over a window, compared with its fill rate.

import type { FillEvidence, FillState } from "../bff/pool-insight.ts";
import { minuteMs } from "../bff/time-units.ts";
import { type Measured, stepsOf, unfilledOf } from "./counts.ts";

const leastWatchMs = minuteMs;
const widestWindowMs = 5 * minuteMs;
/** Number of arrivals due before their absence is significant: one may be starting, one not yet polled. */
const minBrowsersForSilence = 3;

/** The last samples below an unchanged size, oldest first. */
function unfilledStretch(stretch: readonly Measured[], sinceMs: number): readonly Measured[] {
  const newest = stretch.at(-1);
  const start = stretch.findLastIndex(
    (sample) => sample.size !== newest?.size || unfilledOf(sample) === 0 || sample.atMs < sinceMs,
  );
  return stretch.slice(start + 1);
}

function evidenceOf(
  window: readonly Measured[],
  first: Measured,
  last: Measured,
  rate: number,
): FillEvidence {
  const before = unfilledOf(first) ?? 0;
  const now = unfilledOf(last) ?? 0;
  const steps = stepsOf(window);
  return {
    from_ms: first.atMs,
    to_ms: last.atMs,
    unfilled_at_start: before,
    unfilled_now: now,
    expected: Math.min(before, (rate * (last.atMs - first.atMs)) / minuteMs),
    shrunk: before - now,
    started: steps.reduce((sum, step) => sum + step.started, 0),
    lost: steps.reduce((sum, step) => sum + step.lost, 0),
  };
}

/**
 * Alarm when the gap shrank by at most half of what the rate (browsers per minute) implies, over a window in which three
 * browsers should have arrived (at least a minute). `stretch` is the newest sequence of samples without a gap.
 */
export function fillStateOf(stretch: readonly Measured[], rate: number | null): FillState {
  const last = stretch.at(-1);
  if (last === undefined) return { kind: "unknown", why: "not_measured" };
  const unfilled = unfilledOf(last);
  if (unfilled === null) return { kind: "unknown", why: "no_size" };
  if (unfilled === 0) return { kind: "at_size" };
  if (rate === null) return { kind: "unknown", why: "no_rate" };
  if (rate <= 0) return { kind: "not_filled", unfilled };
  const neededMs = Math.max(leastWatchMs, (minBrowsersForSilence * minuteMs) / rate);
  // One sampling interval more, so that cutting at a sample never makes the window too short.
  const sinceMs = last.atMs - Math.max(widestWindowMs, neededMs * 1.5);
  const window = unfilledStretch(stretch, sinceMs);
  const first = window[0] ?? last;
  const evidence = evidenceOf(window, first, last, rate);
  if (last.atMs - first.atMs < neededMs) return { kind: "watching", evidence, needed_ms: neededMs };
  if (evidence.shrunk > evidence.expected / 2) return { kind: "filling", evidence };
  const promised = (rate * (last.atMs - first.atMs)) / minuteMs;
  return { kind: "cannot_fill", evidence, cause: evidence.started > promised / 2 ? "lost" : "stalled" };
}
