// Counts and durations of invocations over time from the roll-ups.
import { stepStartMs } from "../../bff/clock-step.ts";
import type {
  InvocationBucket,
  InvocationGroup,
  InvocationSeriesQuery,
} from "../../bff/invocation-history.ts";
import { dayMs } from "../../bff/time-units.ts";
import { quantile } from "../../insight/histogram.ts";
import { addSum, addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import type { Database } from "../db/database.ts";
import { countByTime, type RollupSpan, readRollups } from "./rollup-reads.ts";
import { narrowestWidth, type RollupRow, rollupWidths } from "./rollups.ts";

const targetBuckets = 120;
const niceWidths = [5, 15, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * 60_000);
const widestMs = dayMs;

/** Bucket width in milliseconds: as requested or for about 120 buckets, at least the width stored for the period. */
export function bucketWidth(
  span: { sinceMs: number; untilMs: number },
  fineFloorMs: number,
  requested: number | undefined,
): number {
  const length = span.untilMs - span.sinceMs;
  const preferred = requested ?? niceWidths.find((width) => length / width <= targetBuckets) ?? widestMs;
  const minMs = narrowestWidth(span.sinceMs, fineFloorMs);
  return Math.max(minMs, Math.ceil(preferred / minMs) * minMs);
}

interface Sum {
  queued: number;
  running: number;
  succeeded: number;
  failed: number;
  other: number;
  durations: HistogramSum;
}
const emptySum = (): Sum => ({ queued: 0, running: 0, succeeded: 0, failed: 0, other: 0, durations: [] });

function add(sum: Sum, more: Omit<Sum, "durations">): void {
  sum.queued += more.queued;
  sum.running += more.running;
  sum.succeeded += more.succeeded;
  sum.failed += more.failed;
  sum.other += more.other;
}

function summarize({ durations, ...counts }: Sum) {
  const all = histogramOfSum(durations);
  return { ...counts, p50_ms: quantile(all, 0.5) ?? null, p95_ms: quantile(all, 0.95) ?? null };
}

const totalOf = (group: InvocationGroup) =>
  group.queued + group.running + group.succeeded + group.failed + group.other;

interface Group {
  names: Pick<InvocationGroup, "app_name" | "action_name" | "version">;
  buckets: Map<number, Sum>;
}

function namesOf(row: RollupRow, by: InvocationSeriesQuery["by"]): Group["names"] {
  switch (by) {
    case undefined:
      return { app_name: "", action_name: "", version: "" };
    case "action":
      return { app_name: row.app_name, action_name: row.action_name, version: "" };
    case "version":
      return { app_name: row.app_name, action_name: row.action_name, version: row.version };
  }
}

/** A period, epoch milliseconds, in buckets that begin at multiples of `bucketMs`. */
interface SeriesSpan {
  sinceMs: number;
  untilMs: number;
  bucketMs: number;
}

/** The widest roll-ups of which the buckets consist; the period begins with a whole one. */
export function rollupsOf({ sinceMs, untilMs, bucketMs }: SeriesSpan): Required<RollupSpan> {
  const widthMs = bucketMs % rollupWidths.coarse === 0 ? rollupWidths.coarse : rollupWidths.fine;
  return { widthMs, sinceMs: stepStartMs(sinceMs, widthMs), untilMs };
}

/** All invocations that started in a period, by status and time. */
export const readInvocationCounts = (db: Database, span: SeriesSpan) =>
  countByTime(db, rollupsOf(span), span.bucketMs);

/** Groups of invocations that started in a period, largest first. */
export async function readInvocationSeries(
  db: Database,
  requested: InvocationSeriesQuery,
  span: SeriesSpan,
): Promise<InvocationGroup[]> {
  const { app, action, version } = requested;
  const rollups = await readRollups(db, rollupsOf(span), { app, action, version });
  const groups = new Map<string, Group>();
  for (const row of rollups) {
    const names = namesOf(row, requested.by);
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, buckets: new Map<number, Sum>() };
    groups.set(key, group);
    const at = stepStartMs(row.bucket_ms, span.bucketMs);
    const bucket = group.buckets.get(at) ?? emptySum();
    group.buckets.set(at, bucket);
    add(bucket, row);
    addText(bucket.durations, row.durations);
  }
  return [...groups.values()]
    .map(({ names, buckets }): InvocationGroup => {
      const sum = emptySum();
      for (const bucket of buckets.values()) {
        add(sum, bucket);
        addSum(sum.durations, bucket.durations);
      }
      const list = [...buckets].sort(([a], [b]) => a - b);
      return {
        ...names,
        ...summarize(sum),
        buckets: list.map(([at_ms, each]): InvocationBucket => ({ at_ms, ...summarize(each) })),
      };
    })
    .sort((a, b) => totalOf(b) - totalOf(a));
}
