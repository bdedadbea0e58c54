import { ownOperations } from "@/lib/bff/operations/operations";
import { showLiveView } from "@/lib/server/browsers/live-view-page";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.showLiveView, {
  handler: ({ input: { query }, operator, request }) =>
    showLiveView(query.view, operator, request.headers.get("host")),
});
