import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { poolHistory, poolHistoryQuery } from "../history.ts";

export const poolHistoryOperations = {
  readPoolHistory: defineOperation({
    id: "readPoolHistory",
    tag: "Browser Pools",
    shown: false,
    method: "GET",
    path: "/history/pools",
    summary: "Capacity of the pools over time, as recorded by the dashboard",
    params: none,
    query: poolHistoryQuery,
    answers: { 200: { kind: "json", schema: poolHistory } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
