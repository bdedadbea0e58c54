import { ownOperations } from "@/lib/bff/operations/operations";
import { sendTest } from "@/lib/server/alerts/webhook-actions";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.testWebhook, {
  answer: ({ input: { params }, db, nowMs }) => sendTest(db, params.id, nowMs),
});
