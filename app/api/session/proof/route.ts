import { ownOperations } from "@/lib/bff/operations/operations";
import { proveWithPassword } from "@/lib/server/auth/recent-proof";
import { clientOf } from "@/lib/server/http/client-of";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.proveIdentity, {
  answer: ({ operator, input: { body }, request, requestId }) =>
    proveWithPassword(operator, body.password, clientOf(request, requestId)),
});
