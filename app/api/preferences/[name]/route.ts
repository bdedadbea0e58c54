import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { writePreference } from "@/lib/server/operators/preferences";

// Not audited, because it affects only the operator.
export const PUT = defineRoute(ownOperations.updatePreference, {
  audit: false,
  handler: async ({ operator, input: { params, body } }) => {
    await writePreference(database(), operator.userId, params.name, body.value, Date.now());
    return { status: 204 };
  },
});
