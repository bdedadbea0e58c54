import { ownOperations } from "@/lib/bff/operations/operations";
import { makeWebhook } from "@/lib/server/alerts/webhook-actions";
import { listWebhooks } from "@/lib/server/alerts/webhooks";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listWebhooks, {
  handler: async () => ({ status: 200, body: { webhooks: await listWebhooks(database()) } }),
});

export const POST = defineRoute(ownOperations.createWebhook, {
  handler: async ({ operator, input: { body } }) => ({
    status: 201,
    body: await makeWebhook(database(), body, operator.username, Date.now()),
  }),
});
