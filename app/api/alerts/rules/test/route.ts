import { ownOperations } from "@/lib/bff/operations";
import { checkSetting } from "@/lib/server/alerts/check-setting";
import { testSignal } from "@/lib/server/alerts/test-signal";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const POST = defineRoute(ownOperations.testAlertRule, {
  handler: async ({ input: { body } }) => {
    checkSetting(body);
    const deps = { db: database(), health: upstreamHealth, nowMs: Date.now };
    return { status: 200, body: await testSignal(body.signal, deps) };
  },
});
