// Samples of processes' CPU and memory, recorded while a viewer watches them. Any replica writes; a repeated answer is one
// sample.
import { type ProcessSamples, processSampleBounds, type RecordedSample } from "../../bff/process-samples.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";
import {
  bucketsOfSamples,
  mergeProcessBuckets,
  type ProcessBucket,
  processBucketMs,
} from "./process-buckets.ts";

interface ProcessName {
  id: string;
  process_id: string;
}
interface Range {
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
}

/** Adds a sample; an existing one of the same process and time stays unchanged. Null: not reported by the upstream. */
export async function addProcessSample(db: Database, row: Tables["process_samples"]): Promise<void> {
  await insertNew(db, "process_samples", [row]);
}

/** Number, first and last times of a process's stored samples, including downsampled ones. */
async function boundsOf(db: Database, { id, process_id }: ProcessName) {
  const single = await db
    .selectFrom("process_samples")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min("at_ms").as("first"),
      fn.max("at_ms").as("last"),
    ])
    .where("session_id", "=", id)
    .where("process_id", "=", process_id)
    .executeTakeFirst();
  const buckets = await db
    .selectFrom("process_samples_5m")
    .select(({ fn }) => [
      fn.sum<number | string | null>("samples").as("count"),
      fn.min("first_ms").as("first"),
      fn.max("last_ms").as("last"),
    ])
    .where("session_id", "=", id)
    .where("process_id", "=", process_id)
    .executeTakeFirst();
  const both = [single, buckets];
  const edgeTimes = (pick: "first" | "last") =>
    both.flatMap((each) => (each?.[pick] == null ? [] : Number(each[pick])));
  return {
    count: both.reduce((sum, each) => sum + Number(each?.count ?? 0), 0),
    firsts: edgeTimes("first"),
    lasts: edgeTimes("last"),
  };
}

/** Merges neighbouring buckets into ones of `widthMs`. */
function mergeToWidth(buckets: readonly ProcessBucket[], widthMs: number): ProcessBucket[] {
  const wide = new Map<number, ProcessBucket>();
  for (const bucket of buckets) {
    const slot = Math.floor(bucket.at_ms / widthMs);
    const before = wide.get(slot);
    wide.set(slot, before === undefined ? bucket : mergeProcessBuckets(before, bucket));
  }
  return [...wide.values()].sort((a, b) => a.at_ms - b.at_ms);
}

const sampleOf = ({ last_ms: at_ms, cpu_mean, cpu_max, mem_max }: ProcessBucket): RecordedSample => ({
  at_ms,
  cpu_pct: cpu_mean,
  cpu_max,
  mem_bytes: mem_max,
});

async function storedBuckets(db: Database, process: ProcessName, range: Range) {
  return await db
    .selectFrom("process_samples_5m")
    .selectAll()
    .where("session_id", "=", process.id)
    .where("process_id", "=", process.process_id)
    .where("last_ms", ">=", range.sinceMs)
    .where("first_ms", "<", range.untilMs)
    .orderBy("at_ms")
    .execute();
}

async function singlesOf(db: Database, process: ProcessName, range: Range, limit: number) {
  const samples = await db
    .selectFrom("process_samples")
    .select(["at_ms", "cpu_pct", "cpu_pct as cpu_max", "mem_bytes"])
    .where("session_id", "=", process.id)
    .where("process_id", "=", process.process_id)
    .where("at_ms", ">=", range.sinceMs)
    .where("at_ms", "<", range.untilMs)
    .orderBy("at_ms", "desc")
    .limit(limit)
    .execute();
  return samples.reverse();
}

/**
 * The stored samples of a process in a range, oldest first; by default of the half hour before its newest sample.
 * Single samples if they are few enough and none of them was downsampled, otherwise buckets.
 */
export async function readProcessSamples(
  db: Database,
  process: ProcessName,
  requested: { sinceMs?: number | undefined; untilMs?: number | undefined } = {},
  { spanMs, most, mostSteps }: Record<keyof typeof processSampleBounds, number> = processSampleBounds,
): Promise<ProcessSamples> {
  const { count, firsts, lasts } = await boundsOf(db, process);
  if (lasts.length === 0) return { began_at_ms: null, count: 0, step_ms: null, samples: [] };
  const [beganMs, lastMs] = [Math.min(...firsts), Math.max(...lasts)];
  const summary = { began_at_ms: beganMs, count };
  const untilMs = Math.min(requested.untilMs ?? lastMs + 1, lastMs + 1);
  const range = { sinceMs: Math.max(requested.sinceMs ?? lastMs - spanMs, beganMs), untilMs };
  const stored = await storedBuckets(db, process, range);
  if (stored.length === 0) {
    const single = await singlesOf(db, process, range, most + 1);
    // The newest half hour is always returned as single samples.
    if (single.length <= most || requested.sinceMs === undefined)
      return { ...summary, step_ms: null, samples: single.slice(-most) };
  }
  const widthMs =
    processBucketMs *
    Math.max(1, Math.ceil((range.untilMs - range.sinceMs) / (processBucketMs * (mostSteps - 1))));
  const buckets = mergeToWidth([...stored, ...(await bucketsOfSamples(db, range, process))], widthMs);
  return { ...summary, step_ms: widthMs, samples: buckets.map(sampleOf) };
}
