import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSpike } from "@/lib/server/insight/spike";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readSpike, {
  answer: async ({ input, db, nowMs }) => {
    invocationsViewed();
    return await readSpike(db, { nowMs, minutes: input.query?.minutes });
  },
});
