import { ownOperations } from "@/lib/bff/operations/operations";
import { pagingHeaders, pagingOf } from "@/lib/contract/paging";
import { listAudit } from "@/lib/server/audit/list-audit";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listAudit, {
  handler: async ({ input, db, nowMs }) => {
    const { entries, ...page } = await listAudit(db, input.query ?? {}, nowMs);
    return {
      status: 200,
      body: entries,
      headers: pagingHeaders(pagingOf({ ...page, count: entries.length })),
    };
  },
});
