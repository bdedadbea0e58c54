import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { readProxyHistory } from "@/lib/server/watch/proxy-history";

export const GET = defineRoute(ownOperations.readProxyHistory, {
  handler: async ({ input: { query } }) => ({
    status: 200,
    body: await readProxyHistory({ sinceMs: query.since_ms, proxyId: query.proxy_id }, Date.now()),
  }),
});
