import { ownOperations } from "@/lib/bff/operations/operations";
import { listDeliveries } from "@/lib/server/alerts/deliveries";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listDeliveries, {
  handler: async ({ input: { query } }) => {
    const filter = { webhookId: query?.webhook_id, limit: query?.limit ?? 50 };
    return {
      status: 200,
      body: { deliveries: await listDeliveries(database(), filter), now_ms: Date.now() },
    };
  },
});
