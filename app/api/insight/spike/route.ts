import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readSpike } from "@/lib/server/watch/spike";
import { runsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readSpike, {
  handler: async ({ input }) => {
    runsWatched();
    const asked = { nowMs: Date.now(), minutes: input.query?.minutes };
    return { status: 200, body: await readSpike(database(), asked) };
  },
});
