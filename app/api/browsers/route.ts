import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { listViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(operations.listBrowsers, {
  // Only requests with an offset are views of the list; the counts in the navigation have none.
  onAnswer: (_answer, { query }) => {
    if (query?.offset !== undefined) listViewed("browsers");
  },
});
export const POST = defineRoute(operations.createBrowser);
