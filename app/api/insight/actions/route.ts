import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readActionInsight } from "@/lib/server/insight/action-insight";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readActionInsight, {
  answer: async ({ input, db, nowMs }) => {
    invocationsViewed();
    return await readActionInsight(db, input.query ?? {}, nowMs);
  },
});
