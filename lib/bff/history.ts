import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Query of GET /api/history/pools. */
export const poolHistoryQuery = z.object({
  /** Epoch milliseconds; samples before it are left out. */
  since_ms: z.optional(queryInteger({ min: 0 })),
});

/** One moment of a pool. Null: the upstream gave no answer then, which is a gap and never a zero. */
export const poolSample = z.object({
  at_ms: z.int(),
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
});
export type PoolSample = z.infer<typeof poolSample>;

export const poolHistory = z.object({
  /** When sampling began in this store; epoch milliseconds. */
  began_at_ms: z.nullable(z.int()),
  pools: z.array(z.object({ pool_id: z.string(), samples: z.array(poolSample) })),
});
export type PoolHistory = z.infer<typeof poolHistory>;
