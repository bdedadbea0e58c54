import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readFailureInsight } from "@/lib/server/insight/failure-groups";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readFailureInsight, {
  handler: async ({ input }) => {
    invocationsViewed();
    return { status: 200, body: await readFailureInsight(database(), input.query ?? {}, Date.now()) };
  },
});
