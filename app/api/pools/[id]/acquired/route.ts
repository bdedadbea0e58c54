import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { poolAcquiredOf } from "@/lib/server/watch/pool-acquired";

export const GET = defineRoute(ownOperations.readPoolAcquired, {
  handler: async ({ input: { params }, request }) => ({
    status: 200,
    body: await poolAcquiredOf(params.id, request.signal, Date.now()),
  }),
});
