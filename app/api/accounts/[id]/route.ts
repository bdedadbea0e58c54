import { ownOperations } from "@/lib/bff/operations/operations";
import { summarizeUpdate, updateAccount } from "@/lib/server/auth/accounts";
import { defineRoute } from "@/lib/server/http/define-route";

export const PATCH = defineRoute(ownOperations.updateAccount, {
  audit: { target: ({ params, body }, db) => summarizeUpdate(db, params.id, body) },
  answer: ({ input: { params, body }, db, nowMs }) => updateAccount(db, params.id, body, nowMs),
});
