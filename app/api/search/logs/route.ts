import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { searchStoredLogs } from "@/lib/server/stored-logs/search-stored-logs";

export const GET = defineRoute(ownOperations.searchLogs, {
  answer: ({ input: { query }, db, nowMs }) => searchStoredLogs(db, query, nowMs),
});
