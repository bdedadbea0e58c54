import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { doesNotTell, knownRun } from "@/lib/server/watch/known-run";

export const GET = defineRoute(operations.retrieveInvocation, {
  otherwise: async (failure, { input, request }) => {
    if (!doesNotTell(failure)) return undefined;
    return await knownRun(database(), input.params.id, { failure, signal: request.signal });
  },
});
export const PATCH = defineRoute(operations.updateInvocation);
