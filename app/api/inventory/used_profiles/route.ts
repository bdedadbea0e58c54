import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { usedProfiles } from "@/lib/server/profiles/used-profiles";

export const GET = defineRoute(ownOperations.readUsedProfiles, {
  answer: ({ operator }) => usedProfiles(operator.sid),
});
