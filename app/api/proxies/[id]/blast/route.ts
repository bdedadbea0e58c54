import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { dependentsOf } from "@/lib/server/inventory/dependents";

export const GET = defineRoute(ownOperations.readProxyBlast, {
  answer: ({ input: { params } }) => dependentsOf({ kind: "proxy", ids: [params.id] }),
});
