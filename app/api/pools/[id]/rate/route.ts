import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { setPoolRate, unsetPoolRate } from "@/lib/server/pools/pool-rates";

export const PUT = defineRoute(ownOperations.setPoolRate, {
  audit: {
    target: ({ params, body: { fill_per_minute: perMinute } }) =>
      `${params.id} to ${perMinute === null ? "the observed rate" : `${perMinute} per minute`}`,
  },
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    const { fill_per_minute: perMinute } = body;
    if (perMinute === null) await unsetPoolRate(db, params.id);
    else await setPoolRate(db, params.id, { per_minute: perMinute, by: operator.username, at_ms: nowMs });
  },
});
