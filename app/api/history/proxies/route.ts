import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readProxyHistory } from "@/lib/server/proxies/proxy-checks";

export const GET = defineRoute(ownOperations.readProxyHistory, {
  answer: ({ input: { query }, nowMs }) =>
    readProxyHistory({ sinceMs: query.since_ms, proxyId: query.proxy_id }, nowMs),
});
