import { ownOperations } from "@/lib/bff/operations/operations";
import { makeWebhook } from "@/lib/server/alerts/webhook-actions";
import { listWebhooks } from "@/lib/server/alerts/webhooks";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listWebhooks, {
  answer: async ({ db }) => ({ webhooks: await listWebhooks(db) }),
});

export const POST = defineRoute(ownOperations.createWebhook, {
  audit: { target: ({ body: { name } }) => name },
  answer: ({ operator, input: { body }, db, nowMs }) => makeWebhook(db, body, operator.username, nowMs),
});
