import { ownOperations } from "@/lib/bff/operations/operations";
import { apiDocument } from "@/lib/server/auth/api-document";
import { cookieNames } from "@/lib/server/auth/sign-in-cookie";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";

export const GET = defineRoute(ownOperations.readOpenApi, {
  answer: async () => apiDocument({ publicUrl: env().publicUrl, signInCookie: cookieNames().session }),
});
