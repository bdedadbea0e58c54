import { ownOperations } from "@/lib/bff/operations";
import { rotateSecret } from "@/lib/server/alerts/webhook-acts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";

export const POST = defineRoute(ownOperations.rotateWebhookSecret, {
  handler: async ({ input: { params } }) => ({
    status: 200,
    body: await rotateSecret(database(), params.id),
  }),
});
