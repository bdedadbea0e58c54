import { ownOperations } from "@/lib/bff/operations/operations";
import { addRule, findRule, listRules } from "@/lib/server/alerts/alert-rules";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { evaluatedAt } from "@/lib/server/alerts/read-alerts";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

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
    checkRuleSetting(body);
    const id = await addRule(db, body, operator.username, Date.now());
    return { status: 201, body: await findRule(db, id, Date.now()) };
  },
});
