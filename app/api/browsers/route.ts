import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { listWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(operations.listBrowsers, { seen: () => listWatched("browsers") });
export const POST = defineRoute(operations.createBrowser);
