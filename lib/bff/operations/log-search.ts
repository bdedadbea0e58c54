import { defineOperations } from "../../contract/operation.ts";
import { logSearchAnswer, logSearchQuery } from "../log-search.ts";

export const logSearchOperations = defineOperations("Browsers", {
  searchLogs: {
    method: "GET",
    path: "/search/logs",
    summary: "Search the lines of stored logs, newest first",
    query: logSearchQuery,
    answers: { 200: { kind: "json", schema: logSearchAnswer } },
    errors: [400],
  },
});
