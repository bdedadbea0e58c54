import { targetOfEnd } from "@/lib/bff/audit";
import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answerFromFallback, isNotRetrievable } from "@/lib/server/invocations/invocation-fallback";
import { answers } from "@/lib/server/upstream/answer";

export const GET = defineRoute(operations.retrieveInvocation, {
  fallback: async (failure, { input, request, db }) => {
    if (!isNotRetrievable(failure)) return undefined;
    return await answerFromFallback(db, input.params.id, { failure, signal: request.signal });
  },
});
export const PATCH = defineRoute(operations.updateInvocation, {
  audit: {
    target: ({ params, body }) => targetOfEnd(params.id, body.status),
    // Under its id alone the page of the invocation finds the act.
    made: (answer) => (answers(answer, operations.updateInvocation) ? answer.value?.id : undefined),
  },
});
