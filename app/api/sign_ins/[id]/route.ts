import { ownOperations } from "@/lib/bff/operations/operations";
import { endSignInOf, ownerOfSignIn } from "@/lib/server/auth/list-sign-ins";
import { defineRoute } from "@/lib/server/http/define-route";

export const DELETE = defineRoute(ownOperations.endSignIn, {
  audit: { target: ({ params }, db) => ownerOfSignIn(db, params.id) },
  answer: ({ operator, input: { params }, db }) => endSignInOf(db, operator, params.id),
});
