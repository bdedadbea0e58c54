import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { deleteStoredLog } from "@/lib/server/stored-logs/stored-log-writes";

export const DELETE = defineRoute(ownOperations.deleteStoredLog, {
  answer: ({ input: { params }, db, nowMs }) => deleteStoredLog(db, Number(params.id), nowMs),
});
