import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { usesOf } from "@/lib/server/watch/uses";

export const GET = defineRoute(ownOperations.readProxyBlast, {
  handler: async ({ input: { params } }) => ({
    status: 200,
    body: await usesOf({ kind: "proxy", ids: [params.id] }),
  }),
});
