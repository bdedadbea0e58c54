import { ownOperations } from "@/lib/bff/operations/operations";
import { sendTest } from "@/lib/server/alerts/webhook-actions";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.testWebhook, {
  handler: async ({ input: { params } }) => ({
    status: 202,
    body: await sendTest(database(), params.id, Date.now()),
  }),
});
