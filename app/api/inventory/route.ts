import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { listResources } from "@/lib/server/inventory/resources";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.listInventory, {
  answer: async ({ input, db }) => {
    const { kind, query, pinned, limit } = input.query ?? {};
    await flushAnswers();
    return await listResources(db, { kind, searchText: query, pinned, limit });
  },
});
