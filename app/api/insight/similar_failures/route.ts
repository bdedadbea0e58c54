import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSimilarFailures } from "@/lib/server/insight/similar-failures";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readSimilarFailures, {
  answer: async ({ input: { query }, db, nowMs }) => {
    invocationsViewed();
    return await readSimilarFailures(db, query, nowMs);
  },
});
