import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readActionInsight } from "@/lib/server/insight/action-insight";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readActionInsight, {
  handler: async ({ input }) => {
    invocationsViewed();
    return { status: 200, body: await readActionInsight(database(), input.query ?? {}, Date.now()) };
  },
});
