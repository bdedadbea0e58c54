import { ownOperations } from "@/lib/bff/operations/operations";
import { rotateSecret } from "@/lib/server/alerts/webhook-actions";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.rotateWebhookSecret, {
  answer: ({ input: { params }, db }) => rotateSecret(db, params.id),
});
