import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readFailureInsight } from "@/lib/server/insight/failure-groups";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readFailureInsight, {
  answer: async ({ input, db, nowMs }) => {
    invocationsViewed();
    return await readFailureInsight(db, input.query ?? {}, nowMs);
  },
});
