import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { targetOfNewView } from "@/lib/server/views/view-acts";
import { checkSharing } from "@/lib/server/views/view-rights";
import { addView, findView, listViews, viewFor } from "@/lib/server/views/views";

export const GET = defineRoute(ownOperations.listViews, {
  answer: ({ operator, db }) => listViews(db, operator.userId),
});

export const POST = defineRoute(ownOperations.createView, {
  audit: { target: ({ body }) => targetOfNewView(body) },
  handler: async ({ operator, input, db, nowMs }) => {
    checkSharing(operator, input.body.shared === true);
    const id = await addView(db, operator.userId, input.body, nowMs);
    const view = await findView(db, id);
    return { status: 201, body: view && viewFor(view, operator.userId) };
  },
});
