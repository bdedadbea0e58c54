import { ownOperations } from "@/lib/bff/operations/operations";
import { addRule, findRule, listRules } from "@/lib/server/alerts/alert-rules";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { evaluatedAt } from "@/lib/server/alerts/read-alerts";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listAlertRules, {
  answer: async ({ db, nowMs }) => ({
    rules: await listRules(db, nowMs),
    evaluated_at_ms: await evaluatedAt(db),
    now_ms: nowMs,
  }),
});

export const POST = defineRoute(ownOperations.createAlertRule, {
  audit: { target: ({ body: { name } }) => name },
  answer: async ({ operator, input: { body }, db, nowMs }) => {
    checkRuleSetting(body);
    const id = await addRule(db, body, operator.username, nowMs);
    return await findRule(db, id, nowMs);
  },
});
