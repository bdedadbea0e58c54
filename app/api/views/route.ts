import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { checkSharing } from "@/lib/server/views/view-rights";
import { addView, findView, listViews, viewFor } from "@/lib/server/views/views";

export const GET = defineRoute(ownOperations.listViews, {
  handler: async ({ operator }) => ({ status: 200, body: await listViews(database(), operator.userId) }),
});

export const POST = defineRoute(ownOperations.createView, {
  handler: async ({ operator, input }) => {
    checkSharing(operator, input.body.shared === true);
    const id = await addView(database(), operator.userId, input.body, Date.now());
    const view = await findView(database(), id);
    return { status: 201, body: view && viewFor(view, operator.userId) };
  },
});
