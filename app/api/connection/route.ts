import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { capabilities } from "@/lib/server/upstream/capabilities";
import { upstreamHealth } from "@/lib/server/upstream/health";
import { tokenFingerprint } from "@/lib/server/upstream/token";

export const GET = defineRoute(ownOperations.retrieveConnection, {
  answer: async () => ({
    base_url: env().apiBaseUrl,
    token_fingerprint: tokenFingerprint(),
    upstream: upstreamHealth(),
    capabilities: capabilities(),
  }),
});
