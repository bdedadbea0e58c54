import { ownOperations } from "@/lib/bff/operations";
import { updateWebhook } from "@/lib/server/alerts/webhook-acts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { removeWebhook, shownWebhook } from "@/lib/server/store/webhooks";

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
