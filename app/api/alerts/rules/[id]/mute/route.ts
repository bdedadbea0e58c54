import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { findRule, setMute } from "@/lib/server/store/alert-rules";
import { database } from "@/lib/server/store/database";

export const PUT = defineRoute(ownOperations.muteAlertRule, {
  handler: async ({ operator, input: { params, body } }) => {
    await setMute(database(), params.id, body, operator.username, Date.now());
    return { status: 200, body: await findRule(database(), params.id, Date.now()) };
  },
});
