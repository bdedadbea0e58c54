import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { setPoolRate, unsetPoolRate } from "@/lib/server/store/pool-rates";

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
