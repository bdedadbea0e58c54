import { ownOperations } from "@/lib/bff/operations/operations";
import { targetOfWebhookChange, updateWebhook } from "@/lib/server/alerts/webhook-actions";
import { removeWebhook, shownWebhook } from "@/lib/server/alerts/webhooks";
import { defineRoute } from "@/lib/server/http/define-route";

export const PATCH = defineRoute(ownOperations.updateWebhook, {
  audit: { target: ({ params, body }) => targetOfWebhookChange(params.id, body) },
  answer: ({ input: { params, body }, db }) => updateWebhook(db, params.id, body),
});

export const DELETE = defineRoute(ownOperations.deleteWebhook, {
  answer: async ({ input: { params }, db }) => {
    const { id } = await shownWebhook(db, params.id);
    await removeWebhook(db, id);
  },
});
