import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { subjectOfStoredLog } from "@/lib/server/stored-logs/stored-log-reads";
import { deleteStoredLog } from "@/lib/server/stored-logs/stored-log-writes";

export const DELETE = defineRoute(ownOperations.deleteStoredLog, {
  answer: ({ input: { params }, db, nowMs }) => deleteStoredLog(db, Number(params.id), nowMs),
  audit: { target: ({ params }, db) => subjectOfStoredLog(db, Number(params.id)) },
});
