import { ownOperations } from "@/lib/bff/operations/operations";
import { changePassword } from "@/lib/server/auth/change-password";
import { clientOf } from "@/lib/server/http/client-of";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.changePassword, {
  answer: ({ operator, input: { body }, request, requestId }) =>
    changePassword(operator, body, clientOf(request, requestId)),
});
