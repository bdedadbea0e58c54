import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answerFromFallback, isNotRetrievable } from "@/lib/server/invocations/invocation-fallback";

export const GET = defineRoute(operations.retrieveInvocation, {
  fallback: async (failure, { input, request, db }) => {
    if (!isNotRetrievable(failure)) return undefined;
    return await answerFromFallback(db, input.params.id, { failure, signal: request.signal });
  },
});
export const PATCH = defineRoute(operations.updateInvocation);
