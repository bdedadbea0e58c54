import { ownOperations } from "@/lib/bff/operations/operations";
import { pagingHeaders, pagingOf } from "@/lib/contract/paging";
import { listActs } from "@/lib/server/audit/audited-acts";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listActs, {
  handler: async ({ input: { query }, request, db, nowMs }) => {
    const { acts, ...page } = await listActs(db, query ?? {}, nowMs, request.signal);
    return {
      status: 200,
      body: acts,
      headers: pagingHeaders(pagingOf({ ...page, count: acts.length })),
    };
  },
});
