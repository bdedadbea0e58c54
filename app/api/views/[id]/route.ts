import { ownOperations } from "@/lib/bff/operations";
import { changeable } from "@/lib/server/access/view-rights";
import { Problem } from "@/lib/server/problem";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { changeView, findView, removeView, viewFor } from "@/lib/server/store/views";

export const PATCH = defineRoute(ownOperations.updateView, {
  handler: async ({ operator, input: { params, body } }) => {
    const before = changeable(await findView(database(), params.id), operator, body);
    await changeView(database(), before, body, Date.now());
    const kept = await findView(database(), params.id);
    if (kept === undefined) throw new Problem(404, "not_found", "There is no such view.");
    return { status: 200, body: viewFor(kept, operator.userId) };
  },
});

export const DELETE = defineRoute(ownOperations.deleteView, {
  handler: async ({ operator, input: { params } }) => {
    await removeView(database(), changeable(await findView(database(), params.id), operator, undefined).id);
    return { status: 204 };
  },
});
