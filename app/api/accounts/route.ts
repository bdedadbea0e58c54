import { ownOperations } from "@/lib/bff/operations/operations";
import { createAccount, listAccounts } from "@/lib/server/auth/accounts";
import { requirePasswordSignIn } from "@/lib/server/auth/password-sign-in";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listAccounts, {
  answer: async ({ db }) => ({ accounts: await listAccounts(db) }),
});

export const POST = defineRoute(ownOperations.createAccount, {
  audit: { target: ({ body }) => `${body.username}: ${body.role}` },
  answer: ({ input: { body }, db, nowMs }) => {
    requirePasswordSignIn();
    return createAccount(db, body, nowMs);
  },
});
