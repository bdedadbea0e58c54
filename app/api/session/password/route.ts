import { ownOperations } from "@/lib/bff/operations/operations";
import { changePassword } from "@/lib/server/auth/change-password";
import { forgetCached } from "@/lib/server/auth/require-operator";
import { clientOf } from "@/lib/server/http/client-of";
import { defineRoute } from "@/lib/server/http/define-route";

export const PUT = defineRoute(ownOperations.changePassword, {
  answer: async ({ operator, input: { body }, request, requestId }) => {
    await changePassword(operator, body, clientOf(request, requestId));
    await forgetCached(request);
  },
});
