import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readLogId, readStoredLines } from "@/lib/server/stored-logs/stored-log-reads";

export const GET = defineRoute(ownOperations.readStoredLines, {
  answer: ({ input: { params, query = {} }, db }) => readStoredLines(db, readLogId(params.id), query),
});
