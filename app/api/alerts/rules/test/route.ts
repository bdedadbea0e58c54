import { ownOperations } from "@/lib/bff/operations/operations";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { testSignal } from "@/lib/server/alerts/signals";
import { defineRoute } from "@/lib/server/http/define-route";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const POST = defineRoute(ownOperations.testAlertRule, {
  answer: async ({ input: { body }, db }) => {
    checkRuleSetting(body);
    const deps = { db, health: upstreamHealth, nowMs: Date.now };
    return await testSignal(body.signal, deps);
  },
});
