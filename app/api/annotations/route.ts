import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { addAnnotation } from "@/lib/server/timeline/annotations";

export const POST = defineRoute(ownOperations.createAnnotation, {
  handler: async ({ operator, input: { body } }) => ({
    status: 201,
    body: await addAnnotation(database(), operator, body, Date.now()),
  }),
});
