// The recorded series as points of the charts. Pure: what was not recorded stays out, a bucket without an end has no
// duration.

import type { RunSeries } from "@/lib/bff/run-history";
import type { SeriesPoint } from "@/lib/charts/series";

export const statusSeries = [
  { key: "succeeded", label: "succeeded", tone: "ok" },
  { key: "failed", label: "failed", tone: "bad" },
  { key: "running", label: "running", tone: "running" },
  { key: "queued", label: "queued", tone: "queued" },
  { key: "other", label: "other", tone: "warn" },
] as const;
type StatusKey = (typeof statusSeries)[number]["key"];

const bucketsOf = (series: RunSeries) => series.groups[0]?.buckets ?? [];

/** Runs by the bucket they started in; buckets in which nothing started are left out. */
export const statusPoints = (series: RunSeries): SeriesPoint<StatusKey>[] =>
  bucketsOf(series).map(({ at_ms: atMs, succeeded, failed, running, queued, other }) => ({
    atMs,
    values: { succeeded, failed, running, queued, other },
  }));

/** Durations of those that ended, at the middle of their bucket. */
export const durationPoints = (series: RunSeries): SeriesPoint<"p50" | "p95">[] =>
  bucketsOf(series).map(({ at_ms, p50_ms: p50, p95_ms: p95 }) => ({
    atMs: at_ms + series.bucket_ms / 2,
    values: { p50, p95 },
  }));

/** From when on the chart can show anything: what lies before was never read. */
export const shownFromMs = ({ since_ms, complete_from_ms, began_at_ms }: RunSeries): number =>
  began_at_ms === null ? since_ms : Math.max(since_ms, Math.min(complete_from_ms ?? since_ms, began_at_ms));

export interface HourFigures {
  failed: number;
  finished: number;
  /** Undefined: nothing ended. */
  share: number | undefined;
  p95Ms: number | undefined;
}

/** The sums of a series. */
export function figuresOf({ groups }: RunSeries): HourFigures {
  const all = groups[0];
  const failed = all?.failed ?? 0;
  const finished = failed + (all?.succeeded ?? 0);
  return {
    failed,
    finished,
    share: finished === 0 ? undefined : failed / finished,
    p95Ms: all?.p95_ms ?? undefined,
  };
}
