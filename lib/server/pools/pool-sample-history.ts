// The recorded capacity of pools over any range, reduced while it is read: of each slice of time the last answer with the
// minimum `available`, the last unanswered poll with the answer after it, and missing polls. The samples of a long range are
// never all in this process.
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { PoolSample } from "../../bff/history.ts";
import type { Database } from "../db/database.ts";
import { newestOfEach } from "../db/distinct-values.ts";
import { type NumberRow, numberRowsByPool, ofPool } from "../db/number-rows.ts";
import { type DrawnPoint, SampleSlicer } from "./slice-points.ts";

/** `pool_samples`: every poll; `pool_samples_5m`: downsampled for long retention. */
export type SampleTable = "pool_samples" | "pool_samples_5m";

/** The time whose samples are read at once: SQLite blocks the event loop meanwhile. */
const readAtOnceMs = { pool_samples: 30 * 60_000, pool_samples_5m: 10 * 3_600_000 } as const;

/** When the first sample of the pool, or of any, from `fromMs` on was taken, epoch milliseconds. */
export async function firstSince(
  db: Database,
  table: SampleTable,
  fromMs: number,
  poolId?: string | undefined,
): Promise<number | undefined> {
  const first = db.selectFrom(table).select("at_ms").where("at_ms", ">=", fromMs).orderBy("at_ms").limit(1);
  const wanted = poolId === undefined ? first : first.where("pool_id", "=", poolId);
  return (await wanted.executeTakeFirst())?.at_ms;
}

export interface HistoryRange {
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
  sliceMs: number;
  /** The longest interval between two samples that is not a gap. */
  maxSilenceMs: number;
  poolId?: string | undefined;
}

/** A sample that represents its slice. */
export interface SliceSample extends PoolSample {
  /** The minimum of the answers it represents; null for a gap. */
  available_min: number | null;
}

/** The gap that begins after a sample. */
const gapAfter = ({ at_ms }: Pick<SliceSample, "at_ms">): SliceSample => ({
  at_ms: at_ms + 1,
  available: null,
  available_min: null,
  acquired: null,
  size: null,
});

const sampleOf = ({
  at_ms,
  available,
  acquired,
  size,
}: NumberRow<"available" | "acquired" | "size">): PoolSample => ({ at_ms, available, acquired, size });

/** Points with the gaps after them: where polls are missing, and before a point that is further than `missingMs` away. */
export function withGaps(points: readonly DrawnPoint[], missingMs = Number.POSITIVE_INFINITY): SliceSample[] {
  const samples: SliceSample[] = [];
  for (const [at, point] of points.entries()) {
    samples.push(point);
    const next = points[at + 1];
    const isMissing = next !== undefined && next.at_ms - point.at_ms > missingMs;
    if (point.silent || (isMissing && point.available !== null)) samples.push(gapAfter(point));
  }
  return samples;
}

/**
 * At most five points per slice and pool, oldest first; a gap is a point of nulls after its last sample. An unanswered
 * poll comes with the answer after it, otherwise one such poll would make its whole slice a gap.
 */
export async function readPoolHistory(
  db: Database,
  table: SampleTable,
  { sinceMs, untilMs, sliceMs, maxSilenceMs, poolId }: HistoryRange,
): Promise<Map<string, SliceSample[]>> {
  const least = table === "pool_samples" ? "available" : "available_min";
  const slicers = new Map<string, SampleSlicer>();
  let fromMs = await firstSince(db, table, sinceMs, poolId);
  while (fromMs !== undefined && fromMs < untilMs) {
    const toMs = Math.min(untilMs, fromMs + readAtOnceMs[table]);
    const read = await numberRowsByPool(
      db,
      ["at_ms", "available", least, "acquired", "size"],
      sql`${sql.table(table)} where at_ms >= ${fromMs} and at_ms < ${toMs}${ofPool(poolId)}`,
      (row) => ({ ...sampleOf(row), available_min: row[least] }),
    );
    for (const [id, samples] of read) {
      const slicer = slicers.get(id) ?? new SampleSlicer(sliceMs, maxSilenceMs);
      slicers.set(id, slicer);
      for (const sample of samples) slicer.add(sample);
    }
    fromMs = read.size > 0 ? toMs : await firstSince(db, table, toMs, poolId);
    await nextTurn();
  }
  return new Map([...slicers].map(([id, slicer]) => [id, withGaps(slicer.end())]));
}

/** When the recording of pools began, epoch milliseconds; null without samples. */
export async function readBegan(db: Database): Promise<number | null> {
  const firsts = await Promise.all(
    (["pool_samples", "pool_samples_5m"] as const).map((table) =>
      db.selectFrom(table).select("at_ms").orderBy("at_ms").limit(1).executeTakeFirst(),
    ),
  );
  const began = firsts.map((first) => first?.at_ms).filter((atMs) => atMs !== undefined);
  return began.length === 0 ? null : Math.min(...began);
}

/** The newest five-minute bucket of each pool. */
export const readLastBuckets = (db: Database): Promise<ReadonlyMap<string, number>> =>
  newestOfEach(db, "pool_samples_5m", "pool_id");

/** Every sample of a range by pool, oldest first. `untilMs` is inclusive. */
export function readRawSamples(
  db: Database,
  { sinceMs, untilMs, poolId }: { sinceMs: number; untilMs: number; poolId?: string | undefined },
): Promise<Map<string, PoolSample[]>> {
  return numberRowsByPool(
    db,
    ["at_ms", "available", "acquired", "size"],
    sql`pool_samples where at_ms >= ${sinceMs} and at_ms <= ${untilMs}${ofPool(poolId)}`,
    sampleOf,
  );
}
