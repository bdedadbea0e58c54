import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Query of GET /api/history/pools: epoch milliseconds, at most 30 days apart; without them the last two days. */
export const poolHistoryQuery = z.object({
  /** Samples before it are left out. */
  since_ms: z.optional(queryInteger({ min: 0 })),
  /** The first moment after the range. */
  until_ms: z.optional(queryInteger({ min: 0 })),
  /** One pool only. */
  pool_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
});

/** One moment of a pool. Null: the upstream gave no answer then, which is a gap and never a zero. */
const recordedCounts = z.object({
  at_ms: z.int(),
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
});
export type PoolSample = z.infer<typeof recordedCounts>;

/** The last answer of a step, with what is missing to the size and the least that was available within the step. */
export const poolPoint = z.extend(recordedCounts, {
  /** Of all answers since the point before; null where there was none. */
  available_min: z.nullable(z.int()),
  unfilled: z.nullable(z.int()),
});
export type PoolPoint = z.infer<typeof poolPoint>;

export const poolHistory = z.object({
  /** When sampling began in this store; epoch milliseconds. */
  began_at_ms: z.nullable(z.int()),
  /** The range as it was read. */
  since_ms: z.int(),
  until_ms: z.int(),
  /** `raw`: as polled; `5m`: the last counts and the least available of each five minutes where older than two days. */
  resolution: z.enum(["raw", "5m"]),
  pools: z.array(z.object({ pool_id: z.string(), samples: z.array(poolPoint) })),
});
export type PoolHistory = z.infer<typeof poolHistory>;
