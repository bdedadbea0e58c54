import { ownOperations } from "@/lib/bff/operations/operations";
import { createAccount, listAccounts } from "@/lib/server/auth/accounts";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listAccounts, {
  answer: async ({ db }) => ({ accounts: await listAccounts(db) }),
});

export const POST = defineRoute(ownOperations.createAccount, {
  audit: { target: ({ body }) => `${body.username}: ${body.role}` },
  answer: ({ input: { body }, db, nowMs }) => createAccount(db, body, nowMs),
});
