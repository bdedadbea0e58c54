import { ownOperations } from "@/lib/bff/operations";
import { InvalidInput } from "@/lib/contract/request";
import { env } from "@/lib/server/env";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { poolHistoryOf } from "@/lib/server/watch/pool-history";
import { poolsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readPoolHistory, {
  handler: async ({ input }) => {
    const { since_ms: sinceMs, until_ms: untilMs, pool_id: poolId } = input.query ?? {};
    if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs)
      throw new InvalidInput([{ path: "query.until_ms", message: "must be after since_ms" }]);
    poolsWatched();
    const rawForMs = env().retention.rawHours * 3_600_000;
    const body = await poolHistoryOf(database(), { sinceMs, untilMs, poolId }, Date.now(), rawForMs);
    return { status: 200, body };
  },
});
