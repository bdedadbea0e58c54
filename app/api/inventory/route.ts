import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { listResources } from "@/lib/server/inventory/resources";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.listInventory, {
  handler: async ({ input }) => {
    const { kind, query, pinned, limit } = input.query ?? {};
    await flushAnswers();
    return { status: 200, body: await listResources(database(), { kind, searchText: query, pinned, limit }) };
  },
});
