import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ownOperations } from "../bff/operations.ts";
import type { RunHistoryQuery, RunSeriesQuery } from "../bff/run-history.ts";
import { bff } from "./bff.ts";

const all = ["run-history"] as const;

export const runHistoryQueries = {
  all: () => all,
  /** One page of mirrored runs, newest first. */
  search: (query: RunHistoryQuery = {}) =>
    queryOptions({
      queryKey: [...all, "search", query] as const,
      queryFn: ({ signal }) => bff.one(ownOperations.searchRunHistory, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Counts and durations over time. */
  series: (query: RunSeriesQuery = {}) =>
    queryOptions({
      queryKey: [...all, "series", query] as const,
      queryFn: ({ signal }) => bff.one(ownOperations.readRunSeries, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
} as const;
