import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { listWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(operations.listBrowsers, {
  // The counts beside every page ask for no place in the list: they are no look at it.
  seen: (_answer, { query }) => {
    if (query?.offset !== undefined) listWatched("browsers");
  },
});
export const POST = defineRoute(operations.createBrowser);
