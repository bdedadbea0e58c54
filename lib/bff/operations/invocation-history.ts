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
    summary: "Invocations as mirrored by the dashboard, newest first, and what is known to be missing",
    query: invocationHistoryQuery,
    answers: { 200: { kind: "json", schema: invocationHistory } },
    errors: [400],
  },
  readInvocationSeries: {
    method: "GET",
    path: "/history/invocation_series",
    summary: "Invocations over time by status, with durations, as recorded by the dashboard",
    query: invocationSeriesQuery,
    answers: { 200: { kind: "json", schema: invocationSeries } },
    errors: [400],
  },
  listStuckInvocations: {
    method: "GET",
    path: "/history/stuck_invocations",
    summary: "Running invocations that should have ended, over all actions, and the counts of open ones",
    answers: { 200: { kind: "json", schema: stuckInvocations } },
  },
});
