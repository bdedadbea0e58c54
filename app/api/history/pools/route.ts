import { ownOperations } from "@/lib/bff/operations/operations";
import { InvalidInput } from "@/lib/contract/request";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { poolHistoryOf } from "@/lib/server/pools/pool-history";
import { poolsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readPoolHistory, {
  handler: async ({ input }) => {
    const { since_ms: sinceMs, until_ms: untilMs, pool_id: poolId } = input.query ?? {};
    if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs)
      throw new InvalidInput([{ path: "query.until_ms", message: "must be after since_ms" }]);
    poolsViewed();
    const rawForMs = env().retention.rawHours * 3_600_000;
    const body = await poolHistoryOf(database(), { sinceMs, untilMs, poolId }, Date.now(), rawForMs);
    return { status: 200, body };
  },
});
