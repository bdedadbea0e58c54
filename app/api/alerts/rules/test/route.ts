import { ownOperations } from "@/lib/bff/operations/operations";
import { checkRuleSetting } from "@/lib/server/alerts/check-rule-setting";
import { testSignal } from "@/lib/server/alerts/signals";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const POST = defineRoute(ownOperations.testAlertRule, {
  handler: async ({ input: { body } }) => {
    checkRuleSetting(body);
    const deps = { db: database(), health: upstreamHealth, nowMs: Date.now };
    return { status: 200, body: await testSignal(body.signal, deps) };
  },
});
