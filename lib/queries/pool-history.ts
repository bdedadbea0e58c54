import type * as z from "zod/mini";
import type { poolHistoryQuery } from "../bff/history.ts";
import { poolInsightOperations } from "../bff/operations/pool-insight.ts";
import { poolHistoryOperations } from "../bff/operations/pools.ts";
import type { poolInsightQuery } from "../bff/pool-insight.ts";
import { oneQuery } from "./operation-query.ts";
import { poolQueries } from "./pools.ts";

const all = poolQueries.all();

/** Recorded pool samples and the insight derived from them. */
export const poolHistoryQueries = {
  /** Recorded capacity of all pools over a range. */
  history: (range: z.output<typeof poolHistoryQuery>) =>
    oneQuery(all, poolHistoryOperations.readPoolHistory, { query: range }),
  /** Filling, consumption and remedies; drift for a single pool only. */
  insight: (query: z.output<typeof poolInsightQuery>) =>
    oneQuery(all, poolInsightOperations.readPoolInsight, { query }),
  /** The acquired sessions of one pool, and their invocations. */
  acquired: (id: string) => oneQuery(all, poolInsightOperations.readPoolAcquired, { params: { id } }),
} as const;
