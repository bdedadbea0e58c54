import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { profileUses } from "@/lib/server/watch/uses";

export const GET = defineRoute(ownOperations.readProfileUses, {
  handler: async ({ input: { params } }) => ({ status: 200, body: await profileUses(params.id_or_name) }),
});
