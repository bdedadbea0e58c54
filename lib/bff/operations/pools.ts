import { defineOperations } from "../../contract/operation.ts";
import { poolHistory, poolHistoryQuery } from "../history.ts";

export const poolHistoryOperations = defineOperations("Browser Pools", {
  readPoolHistory: {
    method: "GET",
    path: "/history/pools",
    summary: "Get the recorded capacity of pools over time",
    query: poolHistoryQuery,
    answers: { 200: { kind: "json", schema: poolHistory } },
    errors: [400],
  },
});
