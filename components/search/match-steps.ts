// The matches over time: how many were written in each step, for a small histogram.
import { stepStartMs } from "@/lib/bff/clock-step";
import { dayMs, hourMs, minuteMs } from "@/lib/bff/time-units";
import { fromLocal, toLocal } from "@/lib/format/time-zone";
import type { FoundEntry } from "./found-entries.ts";

export interface MatchStep {
  readonly atMs: number;
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

export interface MatchSteps {
  readonly stepMs: number;
  readonly steps: readonly MatchStep[];
  /** The number of matches in the step with most. */
  readonly most: number;
}

const maxSteps = 60;
const stepsMs = [
  ...[1, 5, 10, 30].map((count) => count * 1_000),
  ...[1, 5, 10, 30].map((count) => count * minuteMs),
  ...[1, 3, 6, 12, 24].map((count) => count * hourMs),
];

/** When the steps begin that cover these times. Longer ones than an hour follow the clock of `zone`: its days differ in length. */
function startsOf(oldestMs: number, newestMs: number, stepMs: number, zone: string): number[] {
  const local = toLocal(oldestMs, zone);
  const first = stepStartMs(local, stepMs);
  const startOf = (localMs: number) =>
    stepMs > hourMs ? fromLocal(localMs, zone) : localMs - (local - oldestMs);
  const starts: number[] = [];
  for (let at = first; ; at += stepMs) {
    const startMs = startOf(at);
    if (startMs > newestMs) return starts;
    starts.push(startMs);
  }
}

/**
 * Counts of entries from the oldest to the newest, at most 60 steps, aligned to the clock of `zone`. Undefined without
 * an entry whose time is known.
 */
export function matchSteps(entries: readonly FoundEntry[], zone: string): MatchSteps | undefined {
  const timed = entries.filter(({ atMs }) => !Number.isNaN(atMs));
  if (timed.length === 0) return undefined;
  const times = timed.map(({ atMs }) => atMs);
  const [oldestMs, newestMs] = [Math.min(...times), Math.max(...times)];
  const spanMs = Math.max(newestMs - oldestMs, toLocal(newestMs, zone) - toLocal(oldestMs, zone));
  const days = Math.ceil(spanMs / (dayMs * (maxSteps - 1)));
  const stepMs = stepsMs.find((each) => spanMs / each <= maxSteps - 1) ?? days * dayMs;
  const counts = startsOf(oldestMs, newestMs, stepMs, zone).map((atMs) => ({
    atMs,
    errors: 0,
    warnings: 0,
    others: 0,
  }));
  for (const { atMs, level } of timed) {
    const step = counts.findLast((each) => each.atMs <= atMs);
    if (step === undefined) continue;
    if (level === "error" || level === "fatal") step.errors += 1;
    else if (level === "warn") step.warnings += 1;
    else step.others += 1;
  }
  const most = Math.max(...counts.map(({ errors, warnings, others }) => errors + warnings + others));
  return { stepMs, steps: counts, most };
}
