import { ownOperations } from "@/lib/bff/operations";
import { checkSharing } from "@/lib/server/access/view-rights";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { addView, findView, listViews, viewFor } from "@/lib/server/store/views";

export const GET = defineRoute(ownOperations.listViews, {
  handler: async ({ operator }) => ({ status: 200, body: await listViews(database(), operator.userId) }),
});

export const POST = defineRoute(ownOperations.createView, {
  handler: async ({ operator, input }) => {
    checkSharing(operator, input.body.shared === true);
    const id = await addView(database(), operator.userId, input.body, Date.now());
    const kept = await findView(database(), id);
    return { status: 201, body: kept && viewFor(kept, operator.userId) };
  },
});
