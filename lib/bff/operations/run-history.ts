import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { runHistory, runHistoryQuery, runSeries, runSeriesQuery } from "../run-history.ts";

export const runHistoryOperations = {
  searchRunHistory: defineOperation({
    id: "searchRunHistory",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/history/invocations",
    summary: "Invocations as mirrored by the dashboard, newest first, and what is known to be missing",
    params: none,
    query: runHistoryQuery,
    answers: { 200: { kind: "json", schema: runHistory } },
    errors: [400],
  }),
  readRunSeries: defineOperation({
    id: "readRunSeries",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/history/runs",
    summary: "Invocations over time by status, with durations, as recorded by the dashboard",
    params: none,
    query: runSeriesQuery,
    answers: { 200: { kind: "json", schema: runSeries } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
