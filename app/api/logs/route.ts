import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { listStoredLogs } from "@/lib/server/stored-logs/stored-log-reads";

export const GET = defineRoute(ownOperations.listStoredLogs, {
  answer: ({ input: { query = {} }, db }) => listStoredLogs(db, query),
});
