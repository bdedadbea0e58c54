import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { writePreference } from "@/lib/server/operators/preferences";

export const PUT = defineRoute(ownOperations.updatePreference, {
  answer: ({ operator, input: { params, body }, db, nowMs }) =>
    writePreference(db, operator.userId, params.name, body.value, nowMs),
});
