import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readSessionOrigin } from "@/lib/server/store/session-origin";
import { settleObservations } from "@/lib/server/watch/observe";

export const GET = defineRoute(ownOperations.readSessionOrigin, {
  handler: async ({ input: { params } }) => {
    await settleObservations();
    return { status: 200, body: await readSessionOrigin(database(), params.id) };
  },
});
