// Writes the recorded capacity of pools.

import { type Expression, type RawBuilder, sql } from "kysely";
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

/** Whether a pool lacks browsers and has none available, by its newest answered poll since `sinceMs` (epoch ms). */
export const isPoolEmpty = (
  id: Expression<unknown>,
  sinceMs: number,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from pool_samples s where s.pool_id = ${id} and s.available = 0 and s.acquired < s.size
    and s.at_ms = (select max(n.at_ms) from pool_samples n
      where n.pool_id = ${id} and n.at_ms >= ${sinceMs} and n.available is not null))`;
