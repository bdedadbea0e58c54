import { ownOperations } from "@/lib/bff/operations/operations";
import { nameOfAccount, resetAccount } from "@/lib/server/auth/accounts";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.resetAccount, {
  audit: { target: ({ params }, db) => nameOfAccount(db, params.id) },
  answer: ({ input: { params }, db, nowMs }) => resetAccount(db, params.id, nowMs),
});
