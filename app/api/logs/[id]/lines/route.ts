import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readStoredLines } from "@/lib/server/stored-logs/stored-log-reads";

export const GET = defineRoute(ownOperations.readStoredLines, {
  answer: ({ input: { params, query = {} }, db }) => readStoredLines(db, Number(params.id), query),
});
