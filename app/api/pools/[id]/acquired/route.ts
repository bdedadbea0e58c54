import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { poolAcquiredOf } from "@/lib/server/pools/pool-acquired";

export const GET = defineRoute(ownOperations.readPoolAcquired, {
  answer: ({ input: { params }, request, nowMs }) => poolAcquiredOf(params.id, request.signal, nowMs),
});
