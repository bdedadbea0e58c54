// The recorded capacity of pools over any range, already thinned by the database: of each slice of time the last
// answer with the least available, the last poll without one, and where nobody polled. Months of samples never reach this process.
import { type RawBuilder, sql } from "kysely";
import type { PoolSample } from "../../bff/history.ts";
import type { Database } from "./database.ts";

/** `pool_samples` as polled, `pool_samples_5m` as the recorder keeps them for long. */
export type SampleTable = "pool_samples" | "pool_samples_5m";

export interface HistoryRange {
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
  sliceMs: number;
  /** The greatest distance of two samples that still counts as polled. */
  maxSilenceMs: number;
  poolId?: string | undefined;
}

/** A sample that stands for its slice. */
export interface SliceSample extends PoolSample {
  /** The least of the answers it stands for; null where it is a gap. */
  available_min: number | null;
}

interface Row {
  pool_id: string;
  at_ms: number;
  available: number | null;
  available_min: number | null;
  acquired: number | null;
  size: number | null;
  /** Set where the next sample of the pool came too late: the poll after which there was silence. */
  silent: number;
}

function slicedRows(table: SampleTable, range: HistoryRange): RawBuilder<Row> {
  // Literals, because a bound number divides as a fraction in SQLite.
  const slice = sql.lit(Math.max(1, Math.round(range.sliceMs)));
  const silence = sql.lit(range.maxSilenceMs);
  const least = sql.ref(table === "pool_samples" ? "available" : "available_min");
  const onePool = range.poolId === undefined ? sql`` : sql`and pool_id = ${range.poolId}`;
  return sql<Row>`
    with polled as (
      select pool_id, at_ms, available, ${least} as least, acquired, size,
        lead(at_ms) over (partition by pool_id order by at_ms) as next_ms
      from ${sql.table(table)}
      where at_ms >= ${range.sinceMs} and at_ms < ${range.untilMs} ${onePool}
    ), sorted as (
      select polled.*, at_ms / ${slice} as slice,
        case when available is null then 0 when next_ms - at_ms > ${silence} then 1 else 2 end as sort
      from polled
    ), marked as (
      select sorted.*, case when sort = 1 then 1 else 0 end as silent,
        min(least) over (partition by pool_id, slice, sort) as available_min,
        row_number() over (partition by pool_id, slice, sort order by at_ms desc) as back
      from sorted
    )
    select pool_id, at_ms, available, available_min, acquired, size, silent
    from marked where back = 1 order by pool_id, at_ms`;
}

const gapAfter = (row: Row): SliceSample => ({
  at_ms: row.at_ms + 1,
  available: null,
  available_min: null,
  acquired: null,
  size: null,
});

/** At most four points per slice and pool, oldest first; a silence is a point of nulls after its last sample. */
export async function readPoolHistory(
  db: Database,
  table: SampleTable,
  range: HistoryRange,
): Promise<Map<string, SliceSample[]>> {
  const { rows } = await slicedRows(table, range).execute(db);
  const pools = new Map<string, SliceSample[]>();
  for (const row of rows) {
    const { pool_id: poolId, silent, ...sample } = row;
    const points = Number(silent) === 1 ? [sample, gapAfter(row)] : [sample];
    const known = pools.get(poolId);
    if (known) known.push(...points);
    else pools.set(poolId, points);
  }
  return pools;
}

/** When recording began and the newest five minutes of each pool that are kept for long, none ahead of `nowMs`. */
export async function readHistoryBounds(
  db: Database,
  nowMs: number,
): Promise<{ beganAtMs: number | null; lastBucketMs: ReadonlyMap<string, number> }> {
  const firsts = await Promise.all(
    (["pool_samples", "pool_samples_5m"] as const).map((table) =>
      db.selectFrom(table).select("at_ms").orderBy("at_ms").limit(1).executeTakeFirst(),
    ),
  );
  const began = firsts.map((first) => first?.at_ms).filter((atMs) => atMs !== undefined);
  const buckets = await db
    .selectFrom("pool_samples_5m")
    .select(({ fn }) => ["pool_id", fn.max("at_ms").as("at_ms")])
    .where("at_ms", "<=", nowMs)
    .groupBy("pool_id")
    .execute();
  return {
    beganAtMs: began.length === 0 ? null : Math.min(...began),
    lastBucketMs: new Map(buckets.map((row) => [row.pool_id, Number(row.at_ms)])),
  };
}

/**
 * Every sample of a range as polled, by pool, oldest first: what rates are worked out from. `untilMs` is inclusive; what
 * lies ahead of it was recorded by a clock that was set back since.
 */
export async function readRawSamples(
  db: Database,
  range: { sinceMs: number; untilMs: number; poolId?: string | undefined },
): Promise<Map<string, PoolSample[]>> {
  let query = db
    .selectFrom("pool_samples")
    .select(["pool_id", "at_ms", "available", "acquired", "size"])
    .where("at_ms", ">=", range.sinceMs)
    .where("at_ms", "<=", range.untilMs);
  if (range.poolId !== undefined) query = query.where("pool_id", "=", range.poolId);
  const pools = new Map<string, PoolSample[]>();
  for (const { pool_id: poolId, ...sample } of await query.orderBy("at_ms").execute()) {
    const known = pools.get(poolId);
    if (known) known.push(sample);
    else pools.set(poolId, [sample]);
  }
  return pools;
}
