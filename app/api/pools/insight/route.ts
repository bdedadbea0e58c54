import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { poolInsightsOf } from "@/lib/server/pools/pool-insights";
import { poolsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readPoolInsight, {
  answer: async ({ input, request, nowMs }) => {
    poolsViewed();
    const { pool_id: poolId, over, target_minutes: targetMinutes } = input.query ?? {};
    return await poolInsightsOf({ poolId, over, targetMinutes }, request.signal, nowMs);
  },
});
