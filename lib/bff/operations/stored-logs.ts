import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { fieldMessages } from "../field-messages.ts";
import { storedLinesQuery, storedLog, storedLogLines, storedLogsQuery } from "../stored-logs.ts";

const logId = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/, fieldMessages.storedLogId)) });

export const storedLogOperations = defineOperations("Browsers", {
  listStoredLogs: {
    method: "GET",
    path: "/logs",
    summary: "List the stored logs of a browser, an invocation or a topic, oldest first",
    query: storedLogsQuery,
    answers: { 200: { kind: "list", item: storedLog, paged: false } },
    errors: [400],
  },
  readStoredLines: {
    method: "GET",
    path: "/logs/{id}/lines",
    summary: "Read lines of a stored log, from any line on, with the gaps between them",
    params: logId,
    query: storedLinesQuery,
    answers: { 200: { kind: "json", schema: storedLogLines } },
    errors: [400, 404],
  },
  deleteStoredLog: {
    method: "DELETE",
    path: "/logs/{id}",
    summary: "Delete a stored log with all its lines",
    params: logId,
    answers: { 204: { kind: "empty" } },
    errors: [404, 409],
  },
  exportEvidence: {
    method: "GET",
    path: "/browsers/{id}/evidence",
    summary:
      "Download everything stored of a browser as a zip archive: logs, telemetry, requests and pictures",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "bytes", contentType: "application/zip" } },
    errors: [404],
  },
});
