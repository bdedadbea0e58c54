import { ownOperations } from "@/lib/bff/operations/operations";
import { rotateSecret } from "@/lib/server/alerts/webhook-actions";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.rotateWebhookSecret, {
  handler: async ({ input: { params } }) => ({
    status: 200,
    body: await rotateSecret(database(), params.id),
  }),
});
