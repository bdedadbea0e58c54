// Counts and durations of runs over time, from the roll-ups: the cost is that of the buckets, not of the runs.
import type { RunBucket, RunGroup, RunSeriesQuery } from "../../bff/run-history.ts";
import { quantile } from "../../insight/histogram.ts";
import { addSum, addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import type { Database } from "./database.ts";
import { type RollupRow, rollupWidths } from "./rollups.ts";

const goodBuckets = 120;
const niceWidths = [5, 15, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * 60_000);
const widest = 86_400_000;

/** Width of the buckets of a time: as asked, as fine as is kept, and a readable number of them. */
export function bucketWidth(
  span: { sinceMs: number; untilMs: number },
  fineFloorMs: number,
  asked: number | undefined,
): number {
  const length = span.untilMs - span.sinceMs;
  const wanted = asked ?? niceWidths.find((width) => length / width <= goodBuckets) ?? widest;
  const least = span.sinceMs < fineFloorMs ? rollupWidths.coarse : rollupWidths.fine;
  return Math.max(least, Math.ceil(wanted / least) * least);
}

interface Sum {
  queued: number;
  running: number;
  succeeded: number;
  failed: number;
  other: number;
  durations: HistogramSum;
}
const nothing = (): Sum => ({ queued: 0, running: 0, succeeded: 0, failed: 0, other: 0, durations: [] });

function add(sum: Sum, more: Omit<Sum, "durations">): void {
  sum.queued += more.queued;
  sum.running += more.running;
  sum.succeeded += more.succeeded;
  sum.failed += more.failed;
  sum.other += more.other;
}

function told({ durations, ...counts }: Sum) {
  const all = histogramOfSum(durations);
  return { ...counts, p50_ms: quantile(all, 0.5) ?? null, p95_ms: quantile(all, 0.95) ?? null };
}

const totalOf = (group: RunGroup) =>
  group.queued + group.running + group.succeeded + group.failed + group.other;

interface Group {
  names: Pick<RunGroup, "app_name" | "action_name" | "version">;
  buckets: Map<number, Sum>;
}

function namesOf(row: RollupRow, by: RunSeriesQuery["by"]): Group["names"] {
  switch (by) {
    case undefined:
      return { app_name: "", action_name: "", version: "" };
    case "action":
      return { app_name: row.app_name, action_name: row.action_name, version: "" };
    case "version":
      return { app_name: row.app_name, action_name: row.action_name, version: row.version };
  }
}

/** Groups of runs that started in a time, the largest first. Buckets begin at multiples of `bucketMs`. */
export async function readRunSeries(
  db: Database,
  asked: RunSeriesQuery,
  span: { sinceMs: number; untilMs: number; bucketMs: number },
): Promise<RunGroup[]> {
  const width = span.bucketMs % rollupWidths.coarse === 0 ? rollupWidths.coarse : rollupWidths.fine;
  let query = db
    .selectFrom("run_rollups")
    .selectAll()
    .where("width_ms", "=", width)
    .where("bucket_ms", ">=", Math.floor(span.sinceMs / width) * width)
    .where("bucket_ms", "<", span.untilMs);
  if (asked.app !== undefined) query = query.where("app_name", "in", asked.app);
  if (asked.action !== undefined) query = query.where("action_name", "in", asked.action);
  if (asked.version !== undefined) query = query.where("version", "in", asked.version);
  const groups = new Map<string, Group>();
  for (const row of await query.execute()) {
    const names = namesOf(row, asked.by);
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, buckets: new Map<number, Sum>() };
    groups.set(key, group);
    const at = Math.floor(row.bucket_ms / span.bucketMs) * span.bucketMs;
    const bucket = group.buckets.get(at) ?? nothing();
    group.buckets.set(at, bucket);
    add(bucket, row);
    addText(bucket.durations, row.durations);
  }
  return [...groups.values()]
    .map(({ names, buckets }): RunGroup => {
      const sum = nothing();
      for (const bucket of buckets.values()) {
        add(sum, bucket);
        addSum(sum.durations, bucket.durations);
      }
      const list = [...buckets].sort(([a], [b]) => a - b);
      return {
        ...names,
        ...told(sum),
        buckets: list.map(([at_ms, each]): RunBucket => ({ at_ms, ...told(each) })),
      };
    })
    .sort((a, b) => totalOf(b) - totalOf(a));
}
