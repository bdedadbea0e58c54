// The recorded capacity of pools: appended by the watcher, dropped when too old.

import type { Database } from "./database.ts";
import { addGap } from "./gaps.ts";
import type { Tables } from "./tables.ts";

export type PoolSampleRow = Tables["pool_samples"];

/** Adds samples; one that is there already (same pool, same moment) stays as it is. */
export async function insertPoolSamples(db: Database, rows: readonly PoolSampleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("pool_samples")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["pool_id", "at_ms"]).doNothing())
    .execute();
}

/**
 * Makes room for samples of `atMs` where the clock was set back: what was recorded ahead of `nowMs` goes, because it
 * would lie between the samples to come, and a sample without figures parts what is left from them, because nobody
 * knows how much time passed. Says so among the gaps; does nothing while the clock goes on.
 */
export async function breakWhereSetBack(trx: Database, atMs: number, nowMs: number): Promise<void> {
  const ahead = await trx
    .selectFrom("pool_samples")
    .select("pool_id")
    .distinct()
    .where("at_ms", ">", nowMs)
    .execute();
  if (ahead.length === 0) return;
  const breakMs = Math.min(atMs, nowMs) - 1;
  await trx.deleteFrom("pool_samples").where("at_ms", ">=", breakMs).execute();
  const nothing = { at_ms: breakMs, available: null, acquired: null, size: null };
  await insertPoolSamples(
    trx,
    ahead.map(({ pool_id }) => ({ pool_id, ...nothing })),
  );
  await addGap(trx, { list: "pools", from_ms: breakMs, to_ms: breakMs + 1, why: "clock_set_back" });
}
