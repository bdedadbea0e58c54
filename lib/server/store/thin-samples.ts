// Thins the samples of pools out to five minutes: the last figures, the extremes, how many polls gave an answer.
import type { Database } from "./database.ts";
import type { PoolSampleRow } from "./pool-samples.ts";
import type { Tables } from "./tables.ts";

type ThinRow = Tables["pool_samples_5m"];

/** What is kept for long stands for this much time. */
export const keptWidthMs = 300_000;
/** Five minutes stand at their end, where their last counts were measured: all they hold lies before it. */
export const keptStandLaterMs = keptWidthMs - 1;

const least = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
};
const most = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Samples of one pool within one slice, oldest first, as one row. */
function thinOf(poolId: string, atMs: number, samples: readonly PoolSampleRow[]): ThinRow {
  const answered = samples.filter((sample) => sample.available !== null);
  const last = answered.at(-1);
  return {
    pool_id: poolId,
    at_ms: atMs,
    samples: answered.length,
    unanswered: samples.length - answered.length,
    available: last?.available ?? null,
    available_min: least(answered.map(({ available }) => available)),
    acquired: last?.acquired ?? null,
    acquired_max: most(answered.map(({ acquired }) => acquired)),
    size: last?.size ?? null,
  };
}

/** Both of the same slice: samples may come late, when the clock was set back. */
const joined = (kept: ThinRow, late: ThinRow): ThinRow => ({
  ...kept,
  samples: kept.samples + late.samples,
  unanswered: kept.unanswered + late.unanswered,
  available: late.available ?? kept.available,
  available_min: least([kept.available_min, late.available_min]),
  acquired: late.acquired ?? kept.acquired,
  acquired_max: most([kept.acquired_max, late.acquired_max]),
  size: late.size ?? kept.size,
});

/** Thins out the oldest slice that ends before `beforeMs`; true when there was one. */
export async function thinPoolSamples(trx: Database, beforeMs: number): Promise<boolean> {
  const first = await trx
    .selectFrom("pool_samples")
    .select("at_ms")
    .orderBy("at_ms")
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return false;
  const fromMs = Math.floor(first.at_ms / keptWidthMs) * keptWidthMs;
  const toMs = fromMs + keptWidthMs;
  if (toMs > beforeMs) return false;
  const samples = await trx
    .selectFrom("pool_samples")
    .selectAll()
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .orderBy("at_ms")
    .execute();
  const kept = await trx.selectFrom("pool_samples_5m").selectAll().where("at_ms", "=", fromMs).execute();
  await trx.deleteFrom("pool_samples_5m").where("at_ms", "=", fromMs).execute();
  const rows = new Map(kept.map((row) => [row.pool_id, row]));
  for (const poolId of new Set(samples.map((sample) => sample.pool_id))) {
    const thin = thinOf(
      poolId,
      fromMs,
      samples.filter((sample) => sample.pool_id === poolId),
    );
    const before = rows.get(poolId);
    rows.set(poolId, before === undefined ? thin : joined(before, thin));
  }
  const all = [...rows.values()];
  for (let at = 0; at < all.length; at += 500)
    await trx
      .insertInto("pool_samples_5m")
      .values(all.slice(at, at + 500))
      .execute();
  await trx.deleteFrom("pool_samples").where("at_ms", ">=", fromMs).where("at_ms", "<", toMs).execute();
  return true;
}
