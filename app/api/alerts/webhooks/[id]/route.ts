import { ownOperations } from "@/lib/bff/operations/operations";
import { updateWebhook } from "@/lib/server/alerts/webhook-actions";
import { removeWebhook, shownWebhook } from "@/lib/server/alerts/webhooks";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const PATCH = defineRoute(ownOperations.updateWebhook, {
  handler: async ({ input: { params, body } }) => ({
    status: 200,
    body: await updateWebhook(database(), params.id, body),
  }),
});

export const DELETE = defineRoute(ownOperations.deleteWebhook, {
  handler: async ({ input: { params } }) => {
    await removeWebhook(database(), (await shownWebhook(database(), params.id)).id);
    return { status: 204 };
  },
});
