import { ownOperations } from "@/lib/bff/operations/operations";
import { closeAlert } from "@/lib/server/alerts/alert-closing";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.closeAlert, {
  handler: async ({ operator, input: { params, body } }) => {
    const how = { by: operator.username, note: body.note, nowMs: Date.now() };
    await closeAlert(database(), params.id, how);
    return { status: 204 };
  },
});
