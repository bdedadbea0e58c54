import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InvocationHistoryQuery, InvocationSeriesQuery } from "../bff/invocation-history.ts";
import { invocationHistoryOperations } from "../bff/operations/invocation-history.ts";
import { bff } from "./bff.ts";

const all = ["invocation-history"] as const;

export const invocationHistoryQueries = {
  all: () => all,
  /** One page of mirrored invocations, newest first. */
  search: (query: InvocationHistoryQuery = {}) =>
    queryOptions({
      queryKey: [...all, "search", query] as const,
      queryFn: ({ signal }) =>
        bff.one(invocationHistoryOperations.searchInvocationHistory, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Counts and durations over time. */
  series: (query: InvocationSeriesQuery = {}) =>
    queryOptions({
      queryKey: [...all, "series", query] as const,
      queryFn: ({ signal }) =>
        bff.one(invocationHistoryOperations.readInvocationSeries, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
} as const;
