import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSpike } from "@/lib/server/insight/spike";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readSpike, {
  handler: async ({ input }) => {
    invocationsViewed();
    const span = { nowMs: Date.now(), minutes: input.query?.minutes };
    return { status: 200, body: await readSpike(database(), span) };
  },
});
