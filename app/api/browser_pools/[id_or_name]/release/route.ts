import { targetInPool } from "@/lib/bff/audit";
import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(operations.releaseBrowser, {
  audit: {
    target: ({ params, body }) => {
      const { session_id: sessionId, reuse = true } = body;
      return targetInPool(params.id_or_name, reuse ? sessionId : `${sessionId}, not reused`);
    },
    // Under the browser's id the page of its invocation finds the act.
    made: (_, { body }) => body.session_id,
  },
});
