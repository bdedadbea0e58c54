import { ownOperations } from "@/lib/bff/operations";
import { checkSetting } from "@/lib/server/alerts/check-setting";
import { defineRoute } from "@/lib/server/routes/define-route";
import { findRule, removeRule, setRule } from "@/lib/server/store/alert-rules";
import { database } from "@/lib/server/store/database";

export const PUT = defineRoute(ownOperations.updateAlertRule, {
  handler: async ({ input: { params, body } }) => {
    checkSetting(body);
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
