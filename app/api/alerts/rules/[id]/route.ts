import { ownOperations } from "@/lib/bff/operations/operations";
import { findRule, removeRule, setRule } from "@/lib/server/alerts/alert-rules";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.updateAlertRule, {
  handler: async ({ input: { params, body } }) => {
    checkRuleSetting(body);
    await setRule(database(), params.id, body, Date.now());
    return { status: 200, body: await findRule(database(), params.id, Date.now()) };
  },
});

export const DELETE = defineRoute(ownOperations.deleteAlertRule, {
  handler: async ({ input: { params } }) => {
    await removeRule(database(), params.id, Date.now());
    return { status: 204 };
  },
});
