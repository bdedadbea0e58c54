// Writes the recorded capacity of pools.

import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";

export type PoolSampleRow = Tables["pool_samples"];

/** Adds samples; an existing one of the same pool and time stays unchanged. */
export async function insertPoolSamples(db: Database, rows: readonly PoolSampleRow[]): Promise<void> {
  await insertNew(db, "pool_samples", rows);
}
