import { ownOperations } from "@/lib/bff/operations/operations";
import { listRules } from "@/lib/server/alerts/alert-rules";
import { addStarterRules } from "@/lib/server/alerts/starter-rules";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.createStarterRules, {
  answer: async ({ operator, db, nowMs }) => {
    const ids = new Set(await addStarterRules(db, operator.username, nowMs));
    return { added: (await listRules(db, nowMs)).filter(({ id }) => ids.has(id)) };
  },
});
