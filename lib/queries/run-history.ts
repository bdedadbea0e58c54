import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { runHistoryOperations } from "../bff/operations/run-history.ts";
import type { RunHistoryQuery, RunSeriesQuery } from "../bff/run-history.ts";
import { bff } from "./bff.ts";

const all = ["run-history"] as const;

export const runHistoryQueries = {
  all: () => all,
  /** One page of mirrored runs, newest first. */
  search: (query: RunHistoryQuery = {}) =>
    queryOptions({
      queryKey: [...all, "search", query] as const,
      queryFn: ({ signal }) => bff.one(runHistoryOperations.searchRunHistory, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Counts and durations over time. */
  series: (query: RunSeriesQuery = {}) =>
    queryOptions({
      queryKey: [...all, "series", query] as const,
      queryFn: ({ signal }) => bff.one(runHistoryOperations.readRunSeries, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
} as const;
