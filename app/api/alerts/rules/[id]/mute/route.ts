import { ownOperations } from "@/lib/bff/operations/operations";
import { findRule, setMute } from "@/lib/server/alerts/alert-rules";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.muteAlertRule, {
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    await setMute(db, params.id, body, operator.username, nowMs);
    return await findRule(db, params.id, nowMs);
  },
});
