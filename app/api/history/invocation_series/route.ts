import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSeries } from "@/lib/server/invocations/invocation-history";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readInvocationSeries, {
  handler: async ({ input }) => {
    invocationsViewed();
    return { status: 200, body: await readSeries(database(), input.query ?? {}, Date.now()) };
  },
});
