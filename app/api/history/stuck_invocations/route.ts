import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readStuckInvocations } from "@/lib/server/invocations/open-invocations";
import { invocationsViewed } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.listStuckInvocations, {
  answer: async ({ db }) => {
    invocationsViewed();
    return await readStuckInvocations(db);
  },
});
