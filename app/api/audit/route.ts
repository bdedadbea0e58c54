import { ownOperations } from "@/lib/bff/operations";
import { pagingHeaders, pagingOf } from "@/lib/contract/paging";
import { defineRoute } from "@/lib/server/routes/define-route";
import { listAudit } from "@/lib/server/store/audit";
import { database } from "@/lib/server/store/database";

export const GET = defineRoute(ownOperations.listAudit, {
  handler: async ({ input }) => {
    const { entries, ...page } = await listAudit(database(), input.query ?? {});
    return {
      status: 200,
      body: entries,
      headers: pagingHeaders(pagingOf({ ...page, count: entries.length })),
    };
  },
});
