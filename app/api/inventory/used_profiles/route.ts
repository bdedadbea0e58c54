import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { usedProfiles } from "@/lib/server/watch/used-profiles";

export const GET = defineRoute(ownOperations.readUsedProfiles, {
  handler: async ({ operator }) => ({ status: 200, body: await usedProfiles(operator.sid) }),
});
