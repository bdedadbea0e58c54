import { ownOperations } from "@/lib/bff/operations/operations";
import { changePassword } from "@/lib/server/auth/change-password";
import { forgetCached } from "@/lib/server/auth/require-operator";
import { defineRoute } from "@/lib/server/http/define-route";
import { senderOf } from "@/lib/server/http/request-sender";

export const PUT = defineRoute(ownOperations.changePassword, {
  answer: async ({ operator, input: { body }, request, requestId }) => {
    await changePassword(operator, body, senderOf(request, requestId));
    await forgetCached(request);
  },
});
