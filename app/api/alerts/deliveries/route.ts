import { ownOperations } from "@/lib/bff/operations/operations";
import { listDeliveries } from "@/lib/server/alerts/list-deliveries";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listDeliveries, {
  answer: async ({ input: { query }, db, nowMs }) => {
    const filter = { webhookId: query?.webhook_id, limit: query?.limit ?? 50 };
    return { deliveries: await listDeliveries(db, filter, nowMs), now_ms: nowMs };
  },
});
