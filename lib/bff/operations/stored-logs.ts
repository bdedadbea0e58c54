import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { evidenceState } from "../evidence.ts";
import { logSearchAnswer, logSearchQuery } from "../log-search.ts";
import { storedLinesQuery, storedLog, storedLogLines, storedLogsQuery } from "../stored-logs.ts";

const logId = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/, "is no id of a stored log")) });

export const storedLogOperations = defineOperations("Browsers", {
  listStoredLogs: {
    method: "GET",
    path: "/logs",
    summary: "The stored logs of a session, of an invocation or of a topic, oldest first",
    query: storedLogsQuery,
    answers: { 200: { kind: "list", item: storedLog, paged: false } },
    errors: [400],
  },
  readStoredLines: {
    method: "GET",
    path: "/logs/{id}/lines",
    summary: "The lines of a stored log from any line on, with the gaps between them",
    params: logId,
    query: storedLinesQuery,
    answers: { 200: { kind: "json", schema: storedLogLines } },
    errors: [400, 404],
  },
  searchLogs: {
    method: "GET",
    path: "/search/logs",
    summary: "The lines of stored logs that match a search, newest first",
    query: logSearchQuery,
    answers: { 200: { kind: "json", schema: logSearchAnswer } },
    errors: [400],
  },
  deleteStoredLog: {
    method: "DELETE",
    path: "/logs/{id}",
    summary: "Delete a stored log with all its lines",
    params: logId,
    answers: { 204: { kind: "empty" } },
    errors: [404, 409],
  },
  retrieveEvidence: {
    method: "GET",
    path: "/evidence",
    summary: "Which logs are stored, how much they take, and what was deleted early",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
});
