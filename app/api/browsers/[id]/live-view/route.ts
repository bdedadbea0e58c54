import { ownOperations } from "@/lib/bff/operations/operations";
import { openLiveView } from "@/lib/server/browsers/live-view-leases";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.openLiveView, {
  answer: async ({ input, operator }) => ({ url: await openLiveView(input.params.id, operator) }),
});
