import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { addMark } from "@/lib/server/store/moment-marks";

export const POST = defineRoute(ownOperations.createMark, {
  handler: async ({ operator, input: { body } }) => ({
    status: 201,
    body: await addMark(database(), operator, body, Date.now()),
  }),
});
