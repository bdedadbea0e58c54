import { ownOperations } from "@/lib/bff/operations";
import { makeWebhook } from "@/lib/server/alerts/webhook-acts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { listWebhooks } from "@/lib/server/store/webhooks";

export const GET = defineRoute(ownOperations.listWebhooks, {
  handler: async () => ({ status: 200, body: { webhooks: await listWebhooks(database()) } }),
});

export const POST = defineRoute(ownOperations.createWebhook, {
  handler: async ({ operator, input: { body } }) => ({
    status: 201,
    body: await makeWebhook(database(), body, operator.username, Date.now()),
  }),
});
