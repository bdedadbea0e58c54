// Whether a pool fills as it should: the gap to its size, watched over a window, against its fill rate.
import type { FillEvidence, FillState } from "../bff/pool-insight.ts";
import { type Measured, stepsOf, unfilledOf } from "./counts.ts";

const minuteMs = 60_000;
const leastWatchMs = minuteMs;
const widestWindowMs = 5 * minuteMs;
/** So many browsers should have come before silence means anything: one may be in the making, one not yet polled. */
const browsersToTell = 3;

/** The last samples in which something was unfilled at one size, oldest first. */
function unfilledRun(stretch: readonly Measured[], sinceMs: number): readonly Measured[] {
  const newest = stretch.at(-1);
  const start = stretch.findLastIndex(
    (sample) => sample.size !== newest?.size || unfilledOf(sample) === 0 || sample.atMs < sinceMs,
  );
  return stretch.slice(start + 1);
}

function evidenceOf(run: readonly Measured[], first: Measured, last: Measured, rate: number): FillEvidence {
  const before = unfilledOf(first) ?? 0;
  const now = unfilledOf(last) ?? 0;
  const steps = stepsOf(run);
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
 * Alarm when the gap shrank by at most half of what the rate (browsers per minute) promises, over a window in which
 * three browsers should have come (a minute at least). `stretch` is the newest one without a gap.
 */
export function fillStateOf(stretch: readonly Measured[], rate: number | null): FillState {
  const last = stretch.at(-1);
  if (last === undefined) return { kind: "unknown", why: "not_measured" };
  const unfilled = unfilledOf(last);
  if (unfilled === null) return { kind: "unknown", why: "no_size" };
  if (unfilled === 0) return { kind: "at_size" };
  if (rate === null) return { kind: "unknown", why: "no_rate" };
  if (rate <= 0) return { kind: "not_filled", unfilled };
  const neededMs = Math.max(leastWatchMs, (browsersToTell * minuteMs) / rate);
  // A sample's distance more, so that a window that is long enough is never cut to just below.
  const sinceMs = last.atMs - Math.max(widestWindowMs, neededMs * 1.5);
  const run = unfilledRun(stretch, sinceMs);
  const first = run[0] ?? last;
  const evidence = evidenceOf(run, first, last, rate);
  if (last.atMs - first.atMs < neededMs) return { kind: "watching", evidence, needed_ms: neededMs };
  if (evidence.shrunk > evidence.expected / 2) return { kind: "filling", evidence };
  const promised = (rate * (last.atMs - first.atMs)) / minuteMs;
  return { kind: "cannot_fill", evidence, cause: evidence.started > promised / 2 ? "lost" : "stalled" };
}
