import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { removeAnnotation } from "@/lib/server/timeline/annotations";

export const DELETE = defineRoute(ownOperations.deleteAnnotation, {
  answer: ({ operator, input: { params }, db }) => removeAnnotation(db, params.id, operator.userId),
});
