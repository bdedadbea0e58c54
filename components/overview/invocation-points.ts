// Converts the recorded series to chart points. Pure. A recorded step without starts is zero, an unrecorded
// one is null, and a bucket in which nothing ended has no duration.

import { stepStartMs } from "@/lib/bff/clock-step";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { invocationGapLimit } from "@/lib/bff/recorder-gap";
import type { SeriesPoint } from "@/lib/charts/series";
import type { TimeRange } from "@/lib/charts/time-range";
import { joined, unrecordedIn } from "@/lib/charts/unrecorded";
import { invocationPointsTexts } from "./overview-messages.ts";

export const statusSeries = [
  { key: "succeeded", label: invocationPointsTexts.succeeded, tone: "ok" },
  { key: "failed", label: invocationPointsTexts.failed, tone: "bad" },
  { key: "running", label: invocationPointsTexts.running, tone: "running" },
  { key: "queued", label: invocationPointsTexts.queued, tone: "queued" },
  { key: "other", label: invocationPointsTexts.other, tone: "warn" },
] as const;
type StatusKey = (typeof statusSeries)[number]["key"];

const bucketsOf = (series: InvocationSeries) => series.groups[0]?.buckets ?? [];

/** Unrecorded periods of the shown range, oldest first: before the record is complete, and its gaps. */
export function unrecordedSpansOf(series: InvocationSeries): readonly TimeRange[] {
  const { until_ms: untilMs, complete_from_ms: completeFromMs, gaps } = series;
  const range = { fromMs: shownFromMs(series), toMs: untilMs };
  // The response lists only the newest gaps; before the oldest of them there may be more.
  const namedFromMs =
    gaps.length < invocationGapLimit ? range.fromMs : Math.min(...gaps.map(({ from_ms }) => from_ms));
  return joined(unrecordedIn(range, Math.max(completeFromMs ?? untilMs, namedFromMs), gaps));
}

const zero = { succeeded: 0, failed: 0, running: 0, queued: 0, other: 0 } as const;
const unknown = { succeeded: null, failed: null, running: null, queued: null, other: null } as const;

/** Whether all of the shown range was recorded and nothing started in it. */
export const isWithoutInvocations = (series: InvocationSeries): boolean =>
  bucketsOf(series).length === 0 && unrecordedSpansOf(series).length === 0;

/** Invocations by the step they started in. A step without starts is zero if all of it was recorded, else
 *  null. */
export function statusPoints(series: InvocationSeries): SeriesPoint<StatusKey>[] {
  const { bucket_ms: stepMs, since_ms: sinceMs, until_ms: untilMs } = series;
  const { complete_from_ms: completeFromMs, last_good_at_ms: readToMs } = series;
  const shownMs = shownFromMs(series);
  const blind = unrecordedSpansOf(series);
  const found = new Map(
    bucketsOf(series).map(({ at_ms, succeeded, failed, running, queued, other }) => [
      at_ms,
      { succeeded, failed, running, queued, other },
    ]),
  );
  const points: SeriesPoint<StatusKey>[] = [];
  for (let atMs = stepStartMs(shownMs, stepMs); atMs < untilMs; atMs += stepMs) {
    const wasRead =
      Math.max(atMs, sinceMs) >= (completeFromMs ?? untilMs) &&
      Math.max(atMs, shownMs) < (readToMs ?? shownMs) &&
      blind.every(({ fromMs, toMs }) => toMs <= atMs || fromMs >= atMs + stepMs);
    points.push({ atMs, values: found.get(atMs) ?? (wasRead ? zero : unknown) });
  }
  return points;
}

/** Durations of ended invocations, at the middle of their bucket. */
export const durationPoints = (series: InvocationSeries): SeriesPoint<"p50" | "p95">[] =>
  bucketsOf(series).map(({ at_ms, p50_ms: p50, p95_ms: p95 }) => ({
    atMs: at_ms + series.bucket_ms / 2,
    values: { p50, p95 },
  }));

/** A chart of a young fleet has at least so many steps. */
const leastSteps = 6;

/** Start of the charts: of the recorded period, and not long before the first invocation in it. */
export function shownFromMs(series: InvocationSeries): number {
  const { since_ms: sinceMs, until_ms: untilMs, complete_from_ms, began_at_ms: beganMs } = series;
  if (beganMs === null) return sinceMs;
  const recordedMs = Math.max(sinceMs, Math.min(complete_from_ms ?? sinceMs, beganMs));
  const firstMs = bucketsOf(series)[0]?.at_ms;
  if (firstMs === undefined) return recordedMs;
  return Math.max(recordedMs, Math.min(firstMs, untilMs - leastSteps * series.bucket_ms));
}

export interface SeriesFigures {
  failed: number;
  finished: number;
  /** Undefined: nothing ended. */
  share: number | undefined;
  p50Ms: number | undefined;
  p95Ms: number | undefined;
}

/** Totals of a series. */
export function figuresOf({ groups }: InvocationSeries): SeriesFigures {
  const all = groups[0];
  const failed = all?.failed ?? 0;
  const finished = failed + (all?.succeeded ?? 0);
  return {
    failed,
    finished,
    share: finished === 0 ? undefined : failed / finished,
    p50Ms: all?.p50_ms ?? undefined,
    p95Ms: all?.p95_ms ?? undefined,
  };
}
