import { operations } from "@/lib/contract/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { answerFromFallback, isNotRetrievable } from "@/lib/server/invocations/invocation-fallback";

export const GET = defineRoute(operations.retrieveInvocation, {
  fallback: async (failure, { input, request }) => {
    if (!isNotRetrievable(failure)) return undefined;
    return await answerFromFallback(database(), input.params.id, { failure, signal: request.signal });
  },
});
export const PATCH = defineRoute(operations.updateInvocation);
