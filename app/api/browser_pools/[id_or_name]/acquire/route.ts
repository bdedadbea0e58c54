import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answers } from "@/lib/server/upstream/answer";

export const POST = defineRoute(operations.acquireBrowser, {
  audit: {
    target: ({ params }) => params.id_or_name,
    made: (answer) => (answers(answer, operations.acquireBrowser) ? answer.value?.session_id : undefined),
  },
});
