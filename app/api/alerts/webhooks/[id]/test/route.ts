import { ownOperations } from "@/lib/bff/operations";
import { sendTest } from "@/lib/server/alerts/webhook-acts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";

export const POST = defineRoute(ownOperations.testWebhook, {
  handler: async ({ input: { params } }) => ({
    status: 202,
    body: await sendTest(database(), params.id, Date.now()),
  }),
});
