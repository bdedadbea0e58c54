import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { dependentsOf } from "@/lib/server/inventory/dependents";

export const GET = defineRoute(ownOperations.readProxyBlast, {
  handler: async ({ input: { params } }) => ({
    status: 200,
    body: await dependentsOf({ kind: "proxy", ids: [params.id] }),
  }),
});
