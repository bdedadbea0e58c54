// Writes the recorded capacity of pools.

import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

export type PoolSampleRow = Tables["pool_samples"];

/** Adds samples; an existing one of the same pool and time stays unchanged. */
export async function insertPoolSamples(db: Database, rows: readonly PoolSampleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("pool_samples")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["pool_id", "at_ms"]).doNothing())
    .execute();
}
