import { ownOperations } from "@/lib/bff/operations/operations";
import { sessionActivityOf } from "@/lib/server/browsers/session-activity";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.readSessionActivity, {
  answer: ({ input: { params }, request, db }) => sessionActivityOf(db, params.id, request.signal),
});
