import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readInvocationHistory } from "@/lib/server/invocations/invocation-history";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.searchInvocationHistory, {
  answer: async ({ input, db, nowMs }) => {
    invocationsViewed();
    return await readInvocationHistory(db, input.query ?? {}, nowMs);
  },
});
