import { ownOperations } from "@/lib/bff/operations/operations";
import { findApiToken } from "@/lib/server/auth/api-tokens";
import { revokeApiToken } from "@/lib/server/auth/token-operator";
import { defineRoute } from "@/lib/server/http/define-route";

export const DELETE = defineRoute(ownOperations.revokeApiToken, {
  audit: { target: async ({ params: { id } }, db) => (await findApiToken(db, id))?.name ?? id },
  answer: ({ input: { params } }) => revokeApiToken(params.id),
});
