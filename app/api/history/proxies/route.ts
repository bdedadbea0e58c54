import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readProxyHistory } from "@/lib/server/proxies/proxy-checks";

export const GET = defineRoute(ownOperations.readProxyHistory, {
  handler: async ({ input: { query } }) => ({
    status: 200,
    body: await readProxyHistory({ sinceMs: query.since_ms, proxyId: query.proxy_id }, Date.now()),
  }),
});
