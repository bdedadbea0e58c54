import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { poolAcquiredOf } from "@/lib/server/pools/pool-acquired";

export const GET = defineRoute(ownOperations.readPoolAcquired, {
  handler: async ({ input: { params }, request }) => ({
    status: 200,
    body: await poolAcquiredOf(params.id, request.signal, Date.now()),
  }),
});
