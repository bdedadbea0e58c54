// The fill rates of pools set by operators, in browsers per minute.
import type { SetRate } from "../../bff/pool-insight.ts";
import type { Database } from "../db/database.ts";
import { upsert } from "../db/upsert.ts";

/** All rates by pool id. */
export async function readPoolRates(db: Database): Promise<ReadonlyMap<string, SetRate>> {
  const rows = await db.selectFrom("pool_rates").selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.pool_id,
      { per_minute: row.fill_per_minute, by: row.set_by, at_ms: row.set_at_ms },
    ]),
  );
}

/** Sets a pool's rate and replaces an earlier one. */
export async function setPoolRate(db: Database, poolId: string, rate: SetRate): Promise<void> {
  await upsert(db, "pool_rates", [
    { pool_id: poolId, fill_per_minute: rate.per_minute, set_by: rate.by, set_at_ms: rate.at_ms },
  ]);
}

/** Deletes a pool's rate, so that the observed one applies again. */
export async function unsetPoolRate(db: Database, poolId: string): Promise<void> {
  await db.deleteFrom("pool_rates").where("pool_id", "=", poolId).execute();
}
