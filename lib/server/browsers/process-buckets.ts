// Process samples downsampled to five minutes: mean and maximum CPU, maximum memory, number of samples, first and last
// time.
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { downsampleOldest } from "../db/downsample-oldest.ts";
import { dropRows } from "../db/expired-rows.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";

export type ProcessBucket = Tables["process_samples_5m"];

/** Width of a bucket, milliseconds. */
export const processBucketMs = 300_000;

const maxOf = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);

/** Merges two buckets of a process into one at the time of `one`; means are weighted by samples. */
export function mergeProcessBuckets(one: ProcessBucket, other: ProcessBucket): ProcessBucket {
  const cpuSamples = one.cpu_samples + other.cpu_samples;
  const cpuSum = (one.cpu_mean ?? 0) * one.cpu_samples + (other.cpu_mean ?? 0) * other.cpu_samples;
  return {
    ...one,
    first_ms: Math.min(one.first_ms, other.first_ms),
    last_ms: Math.max(one.last_ms, other.last_ms),
    samples: one.samples + other.samples,
    cpu_samples: cpuSamples,
    cpu_mean: cpuSamples === 0 ? null : cpuSum / cpuSamples,
    cpu_max: maxOf(one.cpu_max, other.cpu_max),
    mem_max: maxOf(one.mem_max, other.mem_max),
  };
}

/** Samples of a period as five-minute buckets, oldest first; of one process if given. */
export async function bucketsOfSamples(
  db: Database,
  range: { sinceMs: number; untilMs: number },
  process?: { id: string; process_id: string },
): Promise<ProcessBucket[]> {
  // A literal, because a bound number divides as a fraction in SQLite.
  const width = sql.lit(processBucketMs);
  const only =
    process === undefined
      ? sql``
      : sql`and session_id = ${process.id} and process_id = ${process.process_id}`;
  const { rows } = await sql<ProcessBucket>`
    select session_id, process_id, (at_ms / ${width}) * ${width} as at_ms, min(at_ms) as first_ms,
      max(at_ms) as last_ms, count(*) as samples, count(cpu_pct) as cpu_samples, avg(cpu_pct) as cpu_mean,
      max(cpu_pct) as cpu_max, max(mem_bytes) as mem_max
    from process_samples where at_ms >= ${range.sinceMs} and at_ms < ${range.untilMs} ${only}
    group by 1, 2, 3 order by 3`.execute(db);
  return rows.map((row) => ({
    ...row,
    at_ms: Number(row.at_ms),
    samples: Number(row.samples),
    cpu_samples: Number(row.cpu_samples),
  }));
}

/** Downsamples the oldest bucket that ends before `beforeMs`; returns whether there was one. A stored bucket stays as it
 *  is. */
export const downsampleProcessSamples = (trx: Database, beforeMs: number): Promise<boolean> =>
  downsampleOldest(trx, { table: "process_samples", widthMs: processBucketMs, beforeMs }, async (range) =>
    insertNew(trx, "process_samples_5m", await bucketsOfSamples(trx, range)),
  );

/** Deletes buckets before `beforeMs`; returns whether there may be more. */
export const dropProcessBuckets = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "process_samples_5m", time: "at_ms", beforeMs });
