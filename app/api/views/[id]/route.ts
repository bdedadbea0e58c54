import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { noSuch } from "@/lib/server/kernel/problem";
import { targetOfViewChange } from "@/lib/server/views/view-acts";
import { changeable } from "@/lib/server/views/view-rights";
import { changeView, findView, removeView, viewFor } from "@/lib/server/views/views";

export const PATCH = defineRoute(ownOperations.updateView, {
  audit: { target: ({ params, body }, db) => targetOfViewChange(db, params.id, body) },
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    const before = changeable(await findView(db, params.id), operator, body);
    await changeView(db, before, body, nowMs);
    const view = await findView(db, params.id);
    if (view === undefined) throw noSuch("view");
    return viewFor(view, operator.userId);
  },
});

export const DELETE = defineRoute(ownOperations.deleteView, {
  answer: async ({ operator, input: { params }, db }) =>
    await removeView(db, changeable(await findView(db, params.id), operator, undefined).id),
});
