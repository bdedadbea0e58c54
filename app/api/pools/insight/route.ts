import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { poolInsightsOf } from "@/lib/server/watch/pool-insights";
import { poolsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readPoolInsight, {
  handler: async ({ input, request }) => {
    poolsWatched();
    const { pool_id: poolId, over, target_minutes: targetMinutes } = input.query ?? {};
    const body = await poolInsightsOf({ poolId, over, targetMinutes }, request.signal, Date.now());
    return { status: 200, body };
  },
});
