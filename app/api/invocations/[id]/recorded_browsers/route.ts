import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { recordedBrowsersOf } from "@/lib/server/invocations/invocation-sessions";

export const GET = defineRoute(ownOperations.listRecordedBrowsers, {
  answer: async ({ input: { params }, db }) => ({ browsers: await recordedBrowsersOf(db, params.id) }),
});
