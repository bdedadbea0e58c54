import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { poolInsightsOf } from "@/lib/server/pools/pool-insights";
import { poolsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readPoolInsight, {
  handler: async ({ input, request }) => {
    poolsViewed();
    const { pool_id: poolId, over, target_minutes: targetMinutes } = input.query ?? {};
    const body = await poolInsightsOf({ poolId, over, targetMinutes }, request.signal, Date.now());
    return { status: 200, body };
  },
});
