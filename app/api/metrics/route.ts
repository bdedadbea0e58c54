import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { metricsContentType } from "@/lib/server/kernel/metrics-source";
import { metricsText } from "@/lib/server/metrics/metrics-text";

export const GET = defineRoute(ownOperations.readMetrics, {
  handler: async () => ({
    status: 200,
    bytes: Buffer.from(await metricsText()),
    headers: { "content-type": metricsContentType },
  }),
});
