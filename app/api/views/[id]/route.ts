import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { Problem } from "@/lib/server/kernel/problem";
import { changeable } from "@/lib/server/views/view-rights";
import { changeView, findView, removeView, viewFor } from "@/lib/server/views/views";

export const PATCH = defineRoute(ownOperations.updateView, {
  handler: async ({ operator, input: { params, body } }) => {
    const before = changeable(await findView(database(), params.id), operator, body);
    await changeView(database(), before, body, Date.now());
    const view = await findView(database(), params.id);
    if (view === undefined) throw new Problem(404, "not_found", "There is no such view.");
    return { status: 200, body: viewFor(view, operator.userId) };
  },
});

export const DELETE = defineRoute(ownOperations.deleteView, {
  handler: async ({ operator, input: { params } }) => {
    await removeView(database(), changeable(await findView(database(), params.id), operator, undefined).id);
    return { status: 204 };
  },
});
