import { ownOperations } from "@/lib/bff/operations";
import { checkSetting } from "@/lib/server/alerts/check-setting";
import { evaluatedAt } from "@/lib/server/alerts/read-alerts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { addRule, findRule, listRules } from "@/lib/server/store/alert-rules";
import { database } from "@/lib/server/store/database";

export const GET = defineRoute(ownOperations.listAlertRules, {
  handler: async () => {
    const nowMs = Date.now();
    const db = database();
    const body = { rules: await listRules(db, nowMs), evaluated_at_ms: await evaluatedAt(db), now_ms: nowMs };
    return { status: 200, body };
  },
});

export const POST = defineRoute(ownOperations.createAlertRule, {
  handler: async ({ operator, input: { body } }) => {
    const db = database();
    checkSetting(body);
    const id = await addRule(db, body, operator.username, Date.now());
    return { status: 201, body: await findRule(db, id, Date.now()) };
  },
});
