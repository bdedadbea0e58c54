import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { listSeen } from "@/lib/server/store/inventory";
import { settleObservations } from "@/lib/server/watch/observe";

export const GET = defineRoute(ownOperations.listInventory, {
  handler: async ({ input }) => {
    const { kind, query, pinned, limit } = input.query ?? {};
    await settleObservations();
    return { status: 200, body: await listSeen(database(), { kind, sought: query, pinned, limit }) };
  },
});
