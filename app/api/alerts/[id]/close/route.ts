import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { closeAlert } from "@/lib/server/store/alert-closing";
import { database } from "@/lib/server/store/database";

export const POST = defineRoute(ownOperations.closeAlert, {
  handler: async ({ operator, input: { params, body } }) => {
    const how = { by: operator.username, note: body.note, nowMs: Date.now() };
    await closeAlert(database(), params.id, how);
    return { status: 204 };
  },
});
