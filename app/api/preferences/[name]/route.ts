import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { writePreference } from "@/lib/server/store/preferences";

// Nobody but the operator is touched by it: no act to audit.
export const PUT = defineRoute(ownOperations.updatePreference, {
  audit: false,
  handler: async ({ operator, input: { params, body } }) => {
    await writePreference(database(), operator.userId, params.name, body.value, Date.now());
    return { status: 204 };
  },
});
