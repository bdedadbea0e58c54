import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Steps of a pool's history, unless fewer are requested. */
export const maxPoolSteps = 400;

/** Query of GET /api/history/pools: epoch milliseconds, at most 30 days apart; the last two days by default. */
export const poolHistoryQuery = z.object({
  /** Start of the range, inclusive. */
  since_ms: z.optional(queryInteger({ min: 0 })),
  /** End of the range, exclusive. */
  until_ms: z.optional(queryInteger({ min: 0 })),
  /** One pool only. */
  pool_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  /** The number of steps at most; fewer for small drawings of many pools. */
  steps: z.optional(queryInteger({ min: 10, max: maxPoolSteps })),
});

/** One sample of a pool. Null: the upstream did not answer; a gap, not zero. */
const recordedCounts = z.object({
  at_ms: z.int(),
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
});
export type PoolSample = z.infer<typeof recordedCounts>;

/** The last sample of a step, with the browsers missing to the size and the minimum available within the step. */
export const poolPoint = z.extend(recordedCounts, {
  /** Over all samples since the previous point; null if there were none. */
  available_min: z.nullable(z.int()),
  unfilled: z.nullable(z.int()),
});
export type PoolPoint = z.infer<typeof poolPoint>;

export const poolHistory = z.object({
  /** When sampling began in this database; epoch milliseconds. */
  began_at_ms: z.nullable(z.int()),
  /** The effective range. */
  since_ms: z.int(),
  until_ms: z.int(),
  /** `raw`: as polled; `5m`: the last counts and the least available of each five minutes where older than two days. */
  resolution: z.enum(["raw", "5m"]),
  pools: z.array(z.object({ pool_id: z.string(), samples: z.array(poolPoint) })),
});
export type PoolHistory = z.infer<typeof poolHistory>;
