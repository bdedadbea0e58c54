// The recorded capacity of pools: appended by the watcher, read for history, dropped when too old.
import type { PoolSample } from "../../bff/history.ts";
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

/** Samples from `sinceMs` on, by pool, oldest first, and when recording began. */
export async function readPoolSamples(
  db: Database,
  sinceMs: number,
): Promise<{ beganAtMs: number | null; pools: ReadonlyMap<string, PoolSample[]> }> {
  const rows = await db
    .selectFrom("pool_samples")
    .selectAll()
    .where("at_ms", ">=", sinceMs)
    .orderBy("at_ms")
    .execute();
  const first = await db
    .selectFrom("pool_samples")
    .select("at_ms")
    .orderBy("at_ms")
    .limit(1)
    .executeTakeFirst();
  const pools = new Map<string, PoolSample[]>();
  for (const { pool_id: poolId, ...sample } of rows) {
    const samples = pools.get(poolId);
    if (samples) samples.push(sample);
    else pools.set(poolId, [sample]);
  }
  return { beganAtMs: first?.at_ms ?? null, pools };
}
