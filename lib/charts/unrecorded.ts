// Which parts of a range were not recorded: before the record begins, and its gaps. Pure.
import type { RecorderGap } from "../bff/recorder-gap.ts";
import type { TimeRange } from "./time-range.ts";

type Gap = Pick<RecorderGap, "from_ms" | "to_ms" | "filled">;

/** A period without recording; `gap` undefined: the record begins at its end. */
export interface Unrecorded<G extends Gap = Gap> extends TimeRange {
  readonly gap: G | undefined;
}

/**
 * Unrecorded parts of a range up to now, oldest first. `knownFromMs`: from when on the record is whole but for its gaps; null:
 * nothing is recorded. A gap that was filled later does not count, and of one that began before the record the rest counts.
 */
export function unrecordedIn<G extends Gap>(
  { fromMs, toMs }: TimeRange,
  knownFromMs: number | null,
  gaps: readonly G[],
): readonly Unrecorded<G>[] {
  const beginMs = Math.max(fromMs, knownFromMs ?? toMs);
  const before: Unrecorded<G> = { fromMs, toMs: Math.min(beginMs, toMs), gap: undefined };
  const missing = gaps
    .filter(({ filled }) => !filled)
    .map((gap) => ({
      fromMs: Math.max(gap.from_ms, beginMs),
      toMs: Math.min(gap.to_ms ?? toMs, toMs),
      gap,
    }));
  return [before, ...missing].filter((each) => each.fromMs < each.toMs).sort((a, b) => a.fromMs - b.fromMs);
}

/** Periods that are in order, those that overlap or follow each other as one. */
export function joined(periods: readonly TimeRange[]): readonly TimeRange[] {
  const whole: TimeRange[] = [];
  for (const { fromMs, toMs } of periods) {
    const last = whole.at(-1);
    if (last !== undefined && fromMs <= last.toMs)
      whole[whole.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) };
    else whole.push({ fromMs, toMs });
  }
  return whole;
}
