import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { recordedBrowsersOf } from "@/lib/server/invocations/invocation-sessions";

export const GET = defineRoute(ownOperations.listRecordedBrowsers, {
  handler: async ({ input: { params } }) => ({
    status: 200,
    body: { browsers: await recordedBrowsersOf(database(), params.id) },
  }),
});
