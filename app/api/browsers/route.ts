import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { listViewed } from "@/lib/server/recorder/start-recorder";
import { answers } from "@/lib/server/upstream/answer";

export const GET = defineRoute(operations.listBrowsers, {
  // Only requests with an offset are views of the list; the counts in the navigation have none.
  onAnswer: (_answer, { query }) => {
    if (query?.offset !== undefined) listViewed("browsers");
  },
});
export const POST = defineRoute(operations.createBrowser, {
  audit: {
    target: () => "",
    made: (answer) => (answers(answer, operations.createBrowser) ? answer.value?.session_id : undefined),
  },
});
