import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { liveViewOf } from "@/lib/server/upstream/live-view";

export const POST = defineRoute(ownOperations.openLiveView, {
  answer: async ({ input }) => ({ url: await liveViewOf(input.params.id) }),
});
