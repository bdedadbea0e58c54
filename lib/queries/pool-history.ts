import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { poolHistoryQuery } from "../bff/history.ts";
import { poolInsightOperations } from "../bff/operations/pool-insight.ts";
import { poolHistoryOperations } from "../bff/operations/pools.ts";
import type { poolInsightQuery } from "../bff/pool-insight.ts";
import { bff } from "./bff.ts";
import { poolQueries } from "./pools.ts";

const all = poolQueries.all();

/** Recorded pool samples and the insight derived from them. */
export const poolHistoryQueries = {
  /** Recorded capacity of all pools over a range. */
  history: (range: z.output<typeof poolHistoryQuery>) =>
    queryOptions({
      queryKey: [...all, "history", range] as const,
      queryFn: ({ signal }) => bff.one(poolHistoryOperations.readPoolHistory, { query: range }, { signal }),
    }),
  /** Filling, consumption and remedies; drift for a single pool only. */
  insight: (asked: z.output<typeof poolInsightQuery>) =>
    queryOptions({
      queryKey: [...all, "insight", asked] as const,
      queryFn: ({ signal }) => bff.one(poolInsightOperations.readPoolInsight, { query: asked }, { signal }),
    }),
  /** The acquired sessions of one pool, and their invocations. */
  acquired: (id: string) =>
    queryOptions({
      queryKey: [...all, "acquired", id] as const,
      queryFn: ({ signal }) =>
        bff.one(poolInsightOperations.readPoolAcquired, { params: { id } }, { signal }),
    }),
} as const;
