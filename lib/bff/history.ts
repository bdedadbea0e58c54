import { z } from "zod";
import { queryInteger } from "../contract/schema.ts";

/** Query of GET /api/history/pools. */
export const poolHistoryQuery = z.object({
  /** Epoch milliseconds; samples before it are left out. */
  since_ms: queryInteger({ min: 0 }).optional(),
});

/** One moment of a pool. Null: the upstream gave no answer then, which is a gap and never a zero. */
export const poolSample = z.object({
  at_ms: z.int(),
  available: z.int().nullable(),
  acquired: z.int().nullable(),
  size: z.int().nullable(),
});
export type PoolSample = z.infer<typeof poolSample>;

export const poolHistory = z.object({
  /** When sampling began in this store; epoch milliseconds. */
  began_at_ms: z.int().nullable(),
  pools: z.array(z.object({ pool_id: z.string(), samples: z.array(poolSample) })),
});
export type PoolHistory = z.infer<typeof poolHistory>;
