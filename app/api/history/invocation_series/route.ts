import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSeries } from "@/lib/server/invocations/invocation-history";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readInvocationSeries, {
  answer: async ({ input, db, nowMs }) => {
    invocationsViewed();
    return await readSeries(db, input.query ?? {}, nowMs);
  },
});
