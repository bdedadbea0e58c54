import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { removeMark } from "@/lib/server/store/moment-marks";

export const DELETE = defineRoute(ownOperations.deleteMark, {
  handler: async ({ operator, input: { params } }) => {
    await removeMark(database(), params.id, operator.userId);
    return { status: 204 };
  },
});
