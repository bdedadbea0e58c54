import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { listDeliveries } from "@/lib/server/store/deliveries";

export const GET = defineRoute(ownOperations.listDeliveries, {
  handler: async ({ input: { query } }) => {
    const asked = { webhookId: query?.webhook_id, limit: query?.limit ?? 50 };
    return {
      status: 200,
      body: { deliveries: await listDeliveries(database(), asked), now_ms: Date.now() },
    };
  },
});
