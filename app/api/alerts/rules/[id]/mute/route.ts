import { ownOperations } from "@/lib/bff/operations/operations";
import { findRule, setMute, targetOfMute } from "@/lib/server/alerts/alert-rules";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.muteAlertRule, {
  audit: { target: ({ params, body }, db) => targetOfMute(db, params.id, body) },
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    await setMute(db, params.id, body, operator.username, nowMs);
    return await findRule(db, params.id, nowMs);
  },
});
