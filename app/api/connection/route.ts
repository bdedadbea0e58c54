import { ownOperations } from "@/lib/bff/operations";
import { env } from "@/lib/server/env";
import { defineRoute } from "@/lib/server/routes/define-route";
import { capabilities } from "@/lib/server/upstream/capabilities";
import { upstreamHealth } from "@/lib/server/upstream/health";
import { tokenFingerprint } from "@/lib/server/upstream/token";

export const GET = defineRoute(ownOperations.retrieveConnection, {
  handler: async () => ({
    status: 200,
    body: {
      base_url: env().apiBaseUrl,
      token_fingerprint: tokenFingerprint(),
      upstream: upstreamHealth(),
      capabilities: capabilities(),
    },
  }),
});
