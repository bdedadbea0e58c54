import { queryOptions } from "@tanstack/react-query";
import { ownOperations } from "@/lib/bff/operations";
import { operations } from "@/lib/contract/operations";
import { readList, readOne } from "./bff.ts";

export const poolKeys = {
  all: ["pools"] as const,
  list: ["pools", "list"] as const,
  history: (sinceMs: number | undefined) => ["pools", "history", sinceMs ?? "all"] as const,
};

export const poolQueries = {
  list: () =>
    queryOptions({
      queryKey: poolKeys.list,
      queryFn: ({ signal }) => readList(operations.listPools, {}, signal),
    }),
  /** Capacity over time as the dashboard recorded it; all of it without `sinceMs` (epoch milliseconds). */
  history: (sinceMs?: number) =>
    queryOptions({
      queryKey: poolKeys.history(sinceMs),
      queryFn: ({ signal }) =>
        readOne(
          ownOperations.readPoolHistory,
          sinceMs === undefined ? {} : { query: { since_ms: sinceMs } },
          signal,
        ),
    }),
};
