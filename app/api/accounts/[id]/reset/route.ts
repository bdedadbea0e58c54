import { ownOperations } from "@/lib/bff/operations/operations";
import { nameOfAccount, resetAccountOfAnother } from "@/lib/server/auth/accounts";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.resetAccount, {
  audit: { target: ({ params }, db) => nameOfAccount(db, params.id) },
  answer: ({ operator, input: { params }, db, nowMs }) =>
    resetAccountOfAnother(db, operator, params.id, nowMs),
});
