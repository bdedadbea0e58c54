import { defineOperations } from "../../contract/operation.ts";
import {
  invocationHistory,
  invocationHistoryQuery,
  invocationSeries,
  invocationSeriesQuery,
} from "../invocation-history.ts";
import { stuckInvocations } from "../stuck-invocations.ts";

export const invocationHistoryOperations = defineOperations("Invocations", {
  searchInvocationHistory: {
    method: "GET",
    path: "/history/invocations",
    summary:
      "Search the recorded invocations, newest first; the answer names what is known to be missing. Filters with several values take each percent-encoded by itself",
    query: invocationHistoryQuery,
    answers: { 200: { kind: "json", schema: invocationHistory } },
    errors: [400],
  },
  readInvocationSeries: {
    method: "GET",
    path: "/history/invocation_series",
    summary:
      "Count recorded invocations over time, by status, with durations. Filters with several values take each percent-encoded by itself",
    query: invocationSeriesQuery,
    answers: { 200: { kind: "json", schema: invocationSeries } },
    errors: [400],
  },
  listStuckInvocations: {
    method: "GET",
    path: "/history/stuck_invocations",
    summary: "List stuck invocations of all actions, with the counts of open ones",
    answers: { 200: { kind: "json", schema: stuckInvocations } },
  },
});
