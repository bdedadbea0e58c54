import { ownOperations } from "@/lib/bff/operations";
import { signOut } from "@/lib/server/access/sign-out";
import { env } from "@/lib/server/env";
import { defineRoute } from "@/lib/server/routes/define-route";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const GET = defineRoute(ownOperations.retrieveSession, {
  handler: async ({ operator: { username, role, endsAtMs } }) => ({
    status: 200,
    body: {
      operator: { username, role },
      environment: env().environment,
      ends_at_ms: endsAtMs,
      upstream: upstreamHealth(),
    },
  }),
});

export const DELETE = defineRoute(ownOperations.signOut, {
  audit: false,
  handler: ({ operator, request, requestId }) => signOut(operator, request, requestId),
});
