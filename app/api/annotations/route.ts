import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { addAnnotation } from "@/lib/server/timeline/annotations";

export const POST = defineRoute(ownOperations.createAnnotation, {
  answer: ({ operator, input: { body }, db, nowMs }) => addAnnotation(db, operator, body, nowMs),
});
