// The recorded capacity of pools over any range, already thinned by the database: of each slice of time the last
// answer with the least available, the last poll without one and the answer right after it, and where nobody polled.
// Months of samples never reach this process.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { PoolSample } from "../../bff/history.ts";
import type { Database } from "./database.ts";
import { distinctValues, newestOfEach } from "./distinct-values.ts";

/** `pool_samples` as polled, `pool_samples_5m` as the recorder keeps them for long. */
export type SampleTable = "pool_samples" | "pool_samples_5m";

/** Pools that one question is about. */
const poolsAtOnce = 4;

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

function slicedRows(table: SampleTable, range: HistoryRange, pools: readonly string[]): RawBuilder<Row> {
  // Literals, because a bound number divides as a fraction in SQLite.
  const slice = sql.lit(Math.max(1, Math.round(range.sliceMs)));
  const silence = sql.lit(range.maxSilenceMs);
  const least = sql.ref(table === "pool_samples" ? "available" : "available_min");
  // Pools are named, and there is one window only: so the key is read where the range is, in its order, and nothing is
  // sorted but what stands.
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

const gapAfter = (row: Row): SliceSample => ({
  at_ms: row.at_ms + 1,
  available: null,
  available_min: null,
  acquired: null,
  size: null,
});

/**
 * At most five points per slice and pool, oldest first; a silence is a point of nulls after its last sample. A poll
 * without an answer comes with the answer after it, or one of them would blank its whole slice.
 */
export async function readPoolHistory(
  db: Database,
  table: SampleTable,
  range: HistoryRange,
): Promise<Map<string, SliceSample[]>> {
  const ids = range.poolId === undefined ? await distinctValues(db, table, "pool_id") : [range.poolId];
  const pools = new Map<string, SliceSample[]>();
  for (let at = 0; at < ids.length; at += poolsAtOnce) {
    // Days of many pools take a while in the embedded file: others get their turn in between.
    if (at > 0) await nextTurn();
    const { rows } = await slicedRows(table, range, ids.slice(at, at + poolsAtOnce)).execute(db);
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

/** When the recording of pools began, epoch milliseconds; null before that. */
export async function readBegan(db: Database): Promise<number | null> {
  const firsts = await Promise.all(
    (["pool_samples", "pool_samples_5m"] as const).map((table) =>
      db.selectFrom(table).select("at_ms").orderBy("at_ms").limit(1).executeTakeFirst(),
    ),
  );
  const began = firsts.map((first) => first?.at_ms).filter((atMs) => atMs !== undefined);
  return began.length === 0 ? null : Math.min(...began);
}

/** The newest five minutes of each pool that are kept for long, none ahead of `nowMs`. */
export const readLastBuckets = (db: Database, nowMs: number): Promise<ReadonlyMap<string, number>> =>
  newestOfEach(db, "pool_samples_5m", "pool_id", nowMs);

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
