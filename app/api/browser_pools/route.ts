import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answers } from "@/lib/server/upstream/answer";

export const GET = defineRoute(operations.listPools);
export const POST = defineRoute(operations.createPool, {
  audit: {
    target: ({ body }) => body.name ?? "",
    made: (answer) => (answers(answer, operations.createPool) ? answer.value?.id : undefined),
  },
});
