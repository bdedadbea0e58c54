import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { profileDependents } from "@/lib/server/inventory/dependents";

export const GET = defineRoute(ownOperations.readProfileUses, {
  answer: ({ input: { params } }) => profileDependents(params.id_or_name),
});
