import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { listViewed } from "@/lib/server/recorder/start-recorder";
import { answers } from "@/lib/server/upstream/answer";

export const GET = defineRoute(operations.listProxies, {
  // Only requests with an offset are views of the list; the counts in the navigation have none.
  onAnswer: (_answer, { query }) => {
    if (query?.offset !== undefined) listViewed("proxies");
  },
});
export const POST = defineRoute(operations.createProxy, {
  audit: {
    target: ({ body }) => body.name ?? "",
    made: (answer) => (answers(answer, operations.createProxy) ? answer.value?.id : undefined),
  },
});
