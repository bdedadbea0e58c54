// The recorded capacity of pools: appended by the watcher, dropped when too old.
import type { Database } from "./database.ts";
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
