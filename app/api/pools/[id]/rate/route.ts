import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { setPoolRate, unsetPoolRate } from "@/lib/server/pools/pool-rates";

export const PUT = defineRoute(ownOperations.setPoolRate, {
  handler: async ({ operator, input: { params, body } }) => {
    const { fill_per_minute: perMinute } = body;
    if (perMinute === null) await unsetPoolRate(database(), params.id);
    else
      await setPoolRate(database(), params.id, {
        per_minute: perMinute,
        by: operator.username,
        at_ms: Date.now(),
      });
    return { status: 204 };
  },
});
