// Downsamples pool samples to five minutes: last values, extremes, and the number of answered polls.
import type { Database } from "../db/database.ts";
import { downsampleOldest } from "../db/downsample-oldest.ts";
import { dropRows } from "../db/expired-rows.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";

type BucketRow = Tables["pool_samples_5m"];

/** Width of a downsampled bucket, milliseconds. */
export const downsampledWidthMs = 300_000;
/** A bucket is shown at its end, because its last values were measured there. */
export const downsampledOffsetMs = downsampledWidthMs - 1;

const minOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
};
const maxOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** One row from the samples of one pool in one bucket, oldest first. */
function bucketOf(poolId: string, atMs: number, samples: readonly Tables["pool_samples"][]): BucketRow {
  const answered = samples.filter((sample) => sample.available !== null);
  const last = answered.at(-1);
  return {
    pool_id: poolId,
    at_ms: atMs,
    samples: answered.length,
    unanswered: samples.length - answered.length,
    available: last?.available ?? null,
    available_min: minOf(answered.map(({ available }) => available)),
    acquired: last?.acquired ?? null,
    acquired_max: maxOf(answered.map(({ acquired }) => acquired)),
    size: last?.size ?? null,
  };
}

/** Downsamples the oldest bucket that ends before `beforeMs`; returns whether there was one. A stored bucket stays as it
 *  is. */
export const downsamplePoolSamples = (trx: Database, beforeMs: number): Promise<boolean> =>
  downsampleOldest(
    trx,
    { table: "pool_samples", widthMs: downsampledWidthMs, beforeMs },
    async ({ sinceMs, untilMs }) => {
      const samples = await trx
        .selectFrom("pool_samples")
        .selectAll()
        .where("at_ms", ">=", sinceMs)
        .where("at_ms", "<", untilMs)
        .orderBy("at_ms")
        .execute();
      const samplesOfPools = Map.groupBy(samples, (sample) => sample.pool_id);
      const buckets = [...samplesOfPools].map(([poolId, ofPool]) => bucketOf(poolId, sinceMs, ofPool));
      await insertNew(trx, "pool_samples_5m", buckets);
    },
  );

/** Deletes buckets before `beforeMs`; returns whether there may be more. */
export const dropPoolBuckets = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "pool_samples_5m", time: "at_ms", beforeMs });
