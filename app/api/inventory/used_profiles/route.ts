import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { usedProfiles } from "@/lib/server/profiles/used-profiles";

export const GET = defineRoute(ownOperations.readUsedProfiles, {
  handler: async ({ operator }) => ({ status: 200, body: await usedProfiles(operator.sid) }),
});
