import { ownOperations } from "@/lib/bff/operations/operations";
import { signOut } from "@/lib/server/auth/sign-out";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const GET = defineRoute(ownOperations.retrieveSession, {
  answer: async ({ operator: { username, role, endsAtMs } }) => ({
    operator: { username, role },
    environment: env().environment,
    ends_at_ms: endsAtMs,
    upstream: upstreamHealth(),
  }),
});

export const DELETE = defineRoute(ownOperations.signOut, {
  handler: ({ operator, request, requestId }) => signOut(operator, request, requestId),
});
