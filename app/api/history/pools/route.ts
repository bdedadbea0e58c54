import { ownOperations } from "@/lib/bff/operations/operations";
import { hourMs } from "@/lib/bff/time-units";
import { InvalidInput } from "@/lib/contract/request";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { poolHistoryOf } from "@/lib/server/pools/pool-history";
import { poolsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readPoolHistory, {
  answer: async ({ input, db, nowMs }) => {
    const { since_ms: sinceMs, until_ms: untilMs, pool_id: poolId, steps } = input.query ?? {};
    if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs)
      throw new InvalidInput([{ path: "query.until_ms", message: "must be after since_ms" }]);
    poolsViewed();
    const rawForMs = env().retention.rawHours * hourMs;
    return await poolHistoryOf(db, { sinceMs, untilMs, poolId, steps }, nowMs, rawForMs);
  },
});
