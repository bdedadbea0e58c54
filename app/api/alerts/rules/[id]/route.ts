import { ownOperations } from "@/lib/bff/operations/operations";
import { findRule, removeRule, setRule, targetOfRuleChange } from "@/lib/server/alerts/alert-rules";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.updateAlertRule, {
  audit: {
    target: ({ params, body: { expected_updated_at_ms: _, ...setting } }, db) =>
      targetOfRuleChange(db, params.id, setting),
  },
  answer: async ({ input: { params, body }, db, nowMs }) => {
    const { expected_updated_at_ms: expectedUpdatedAtMs, ...setting } = body;
    checkRuleSetting(setting);
    await setRule(db, params.id, setting, { nowMs, expectedUpdatedAtMs });
    return await findRule(db, params.id, nowMs);
  },
});

export const DELETE = defineRoute(ownOperations.deleteAlertRule, {
  answer: ({ input: { params }, db, nowMs }) => removeRule(db, params.id, nowMs),
});
