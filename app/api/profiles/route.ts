import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { listWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(operations.listProfiles, { seen: () => listWatched("profiles") });
