import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { removeAnnotation } from "@/lib/server/timeline/annotations";

export const DELETE = defineRoute(ownOperations.deleteAnnotation, {
  handler: async ({ operator, input: { params } }) => {
    await removeAnnotation(database(), params.id, operator.userId);
    return { status: 204 };
  },
});
