import { keepPreviousData } from "@tanstack/react-query";
import type { InvocationHistoryQuery, InvocationSeriesQuery } from "../bff/invocation-history.ts";
import { invocationHistoryOperations } from "../bff/operations/invocation-history.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["invocation-history"] as const;

export const invocationHistoryQueries = {
  /** One page of mirrored invocations, newest first. */
  search: (query: InvocationHistoryQuery = {}) => ({
    ...oneQuery(all, invocationHistoryOperations.searchInvocationHistory, { query }),
    placeholderData: keepPreviousData,
  }),
  /** Counts and durations over time. */
  series: (query: InvocationSeriesQuery = {}) => ({
    ...oneQuery(all, invocationHistoryOperations.readInvocationSeries, { query }),
    placeholderData: keepPreviousData,
  }),
  /** Running invocations that should have ended, and the counts of open ones. Invalidated with the invocations. */
  stuck: () => oneQuery(["invocations"], invocationHistoryOperations.listStuckInvocations, {}),
} as const;
