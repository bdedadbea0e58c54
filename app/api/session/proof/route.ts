import { ownOperations } from "@/lib/bff/operations/operations";
import { proveWithPassword } from "@/lib/server/auth/recent-proof";
import { defineRoute } from "@/lib/server/http/define-route";
import { senderOf } from "@/lib/server/http/request-sender";

export const POST = defineRoute(ownOperations.proveIdentity, {
  answer: ({ operator, input: { body }, request, requestId }) =>
    proveWithPassword(operator, body.password, senderOf(request, requestId)),
});
