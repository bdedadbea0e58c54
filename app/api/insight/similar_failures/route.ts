import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSimilarFailures } from "@/lib/server/insight/similar-failures";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.readSimilarFailures, {
  handler: async ({ input: { query } }) => {
    invocationsViewed();
    return { status: 200, body: await readSimilarFailures(database(), query, Date.now()) };
  },
});
