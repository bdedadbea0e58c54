import { ownOperations } from "@/lib/bff/operations/operations";
import { changePassword } from "@/lib/server/auth/change-password";
import { defineRoute } from "@/lib/server/http/define-route";
import { senderOf } from "@/lib/server/http/request-sender";

export const PUT = defineRoute(ownOperations.changePassword, {
  answer: ({ operator, input: { body }, request, requestId }) =>
    changePassword(operator, body, senderOf(request, requestId)),
});
