import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import {
  invocationHistory,
  invocationHistoryQuery,
  invocationSeries,
  invocationSeriesQuery,
} from "../invocation-history.ts";

export const invocationHistoryOperations = {
  searchInvocationHistory: defineOperation({
    id: "searchInvocationHistory",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/history/invocations",
    summary: "Invocations as mirrored by the dashboard, newest first, and what is known to be missing",
    params: none,
    query: invocationHistoryQuery,
    answers: { 200: { kind: "json", schema: invocationHistory } },
    errors: [400],
  }),
  readInvocationSeries: defineOperation({
    id: "readInvocationSeries",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/history/invocation_series",
    summary: "Invocations over time by status, with durations, as recorded by the dashboard",
    params: none,
    query: invocationSeriesQuery,
    answers: { 200: { kind: "json", schema: invocationSeries } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
