import { ownOperations } from "@/lib/bff/operations/operations";
import { closeAlert } from "@/lib/server/alerts/alert-closing";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.closeAlert, {
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    const how = { by: operator.username, note: body.note, nowMs };
    await closeAlert(db, params.id, how);
  },
});
