// Writes the recorded capacity of pools.

import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";
import { rollUpPoolSamples } from "./pool-points.ts";

export type PoolSampleRow = Tables["pool_samples"];

/** Adds samples, and rolls up what is over; an existing one of the same pool and time stays unchanged. In a transaction. */
export async function insertPoolSamples(trx: Database, rows: readonly PoolSampleRow[]): Promise<void> {
  await insertNew(trx, "pool_samples", rows);
  await rollUpPoolSamples(
    trx,
    rows.map(({ at_ms: atMs }) => atMs),
  );
}

/** The newest sample of each pool that was sampled since `sinceMs` (epoch ms). */
export async function newestPoolSamples(db: Database, sinceMs: number): Promise<PoolSampleRow[]> {
  const { rows } = await sql<PoolSampleRow>`
    select s.pool_id, s.at_ms, s.available, s.acquired, s.size from pool_samples s
    join (select pool_id, max(at_ms) as at_ms from pool_samples where at_ms >= ${sinceMs} group by pool_id) k
      on k.pool_id = s.pool_id and k.at_ms = s.at_ms`.execute(db);
  return rows;
}
