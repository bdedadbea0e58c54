import { ownOperations } from "@/lib/bff/operations/operations";
import { findRule, setMute } from "@/lib/server/alerts/alert-rules";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.muteAlertRule, {
  handler: async ({ operator, input: { params, body } }) => {
    await setMute(database(), params.id, body, operator.username, Date.now());
    return { status: 200, body: await findRule(database(), params.id, Date.now()) };
  },
});
