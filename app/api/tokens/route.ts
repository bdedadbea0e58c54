import { ownOperations } from "@/lib/bff/operations/operations";
import { createApiToken, listApiTokens } from "@/lib/server/auth/api-tokens";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listApiTokens, {
  answer: async ({ db }) => ({ tokens: await listApiTokens(db) }),
});

export const POST = defineRoute(ownOperations.createApiToken, {
  audit: { target: ({ body: { name, role } }) => `${name} (${role})` },
  answer: ({ operator, input: { body }, db, nowMs }) => createApiToken(db, body, operator.username, nowMs),
});
