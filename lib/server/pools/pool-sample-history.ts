// The recorded capacity of pools over any range, downsampled by the database: of each slice of time the last answer with
// the minimum `available`, the last unanswered poll with the answer after it, and missing polls. Months of samples are
// never loaded into this process.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { PoolSample } from "../../bff/history.ts";
import { type Database, dialectOf } from "../db/database.ts";
import { distinctValues, newestOfEach } from "../db/distinct-values.ts";
import { type NumberRow, numberRowsByPool, ofPool } from "../db/number-rows.ts";
import { paces } from "../kernel/paces.ts";
import { drawnPointsOf, sliceDrawnPoints } from "./slice-points.ts";

/** `pool_samples`: every poll; `pool_samples_5m`: downsampled for long retention. */
export type SampleTable = "pool_samples" | "pool_samples_5m";

/** Pools per query: SQLite blocks the event loop, and PostgreSQL looks through the samples of all pools for each. */
const poolsPerQuery = { sqlite: 4, postgres: 100 } as const;
/** Slices at most this wide, and ranges at most this long, hold so few samples that these are read as they are. */
const narrowMs = paces.polling.usual.slowMs;
const shortMs = 10 * 60_000;

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

interface Row {
  pool_id: string;
  at_ms: number;
  available: number | null;
  available_min: number | null;
  acquired: number | null;
  size: number | null;
  /** 1 for the last sample before a gap of `maxSilenceMs`. */
  silent: number;
}

function slicedRows(table: SampleTable, range: HistoryRange, pools: readonly string[]): RawBuilder<Row> {
  // Literals, because a bound number divides as a fraction in SQLite.
  const slice = sql.lit(Math.max(1, Math.round(range.sliceMs)));
  const silence = sql.lit(range.maxSilenceMs);
  const least = sql.ref(table === "pool_samples" ? "available" : "available_min");
  // Given pool ids and a single window definition let the database read the primary key in order, without a sort of the
  // samples.
  return sql<Row>`
    with polled as (
      select pool_id, at_ms, available, ${least} as least,
        lead(at_ms) over (partition by pool_id order by at_ms) as next_ms,
        lag(case when available is null then 1 else 0 end) over (partition by pool_id order by at_ms) as after_gap
      from ${sql.table(table)}
      where pool_id in (${sql.join(pools)}) and at_ms >= ${range.sinceMs} and at_ms < ${range.untilMs}
    ), sorted as (
      select pool_id, at_ms, least, at_ms / ${slice} as slice,
        case when available is null then 0 when next_ms - at_ms > ${silence} then 1
          when after_gap = 1 then 2 else 3 end as sort
      from polled
    ), sliced as (
      select pool_id, max(at_ms) as at_ms, min(least) as available_min,
        case when sort = 1 then 1 else 0 end as silent
      from sorted group by pool_id, slice, sort
    )
    select sliced.pool_id, sliced.at_ms, kept.available, sliced.available_min, kept.acquired, kept.size, sliced.silent
    from sliced join ${sql.table(table)} as kept
      on kept.pool_id = sliced.pool_id and kept.at_ms = sliced.at_ms
    order by sliced.pool_id, sliced.at_ms`;
}

/** The gap that begins after a sample. */
export const gapAfter = ({ at_ms }: Pick<SliceSample, "at_ms">): SliceSample => ({
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

/** The same as `slicedRows`, of samples that are read as they are. */
async function sliceSamples(
  db: Database,
  table: SampleTable,
  { sinceMs, untilMs, sliceMs, maxSilenceMs, poolId }: HistoryRange,
): Promise<Map<string, SliceSample[]>> {
  const least = table === "pool_samples" ? "available" : "available_min";
  const read = await numberRowsByPool(
    db,
    ["at_ms", "available", least, "acquired", "size"],
    sql`${sql.table(table)} where at_ms >= ${sinceMs} and at_ms < ${untilMs}${ofPool(poolId)}`,
    (row) => ({ ...sampleOf(row), available_min: row[least] }),
  );
  return new Map(
    [...read].map(([id, samples]) => [
      id,
      sliceDrawnPoints(drawnPointsOf(samples, maxSilenceMs), sliceMs).flatMap((point) => {
        const sample = { ...sampleOf(point), available_min: point.available_min };
        return point.silent ? [sample, gapAfter(sample)] : [sample];
      }),
    ]),
  );
}

/**
 * At most five points per slice and pool, oldest first; a gap is a point of nulls after its last sample. An unanswered
 * poll comes with the answer after it, otherwise one such poll would make its whole slice a gap.
 */
export async function readPoolHistory(
  db: Database,
  table: SampleTable,
  range: HistoryRange,
): Promise<Map<string, SliceSample[]>> {
  if (range.sliceMs <= narrowMs || range.untilMs - range.sinceMs <= shortMs)
    return await sliceSamples(db, table, range);
  const ids = range.poolId === undefined ? await distinctValues(db, table, "pool_id") : [range.poolId];
  const pools = new Map<string, SliceSample[]>();
  const atOnce = poolsPerQuery[dialectOf(db)];
  for (let at = 0; at < ids.length; at += atOnce) {
    if (at > 0) await nextTurn();
    const { rows } = await slicedRows(table, range, ids.slice(at, at + atOnce)).execute(db);
    for (const row of rows) {
      const { pool_id: poolId, silent, ...sample } = row;
      const points = Number(silent) === 1 ? [sample, gapAfter(row)] : [sample];
      const known = pools.get(poolId);
      if (known) known.push(...points);
      else pools.set(poolId, points);
    }
  }
  return pools;
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
