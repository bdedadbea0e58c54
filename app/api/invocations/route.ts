import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answers } from "@/lib/server/upstream/answer";

export const GET = defineRoute(operations.listInvocations);
export const POST = defineRoute(operations.createInvocation, {
  audit: {
    target: ({ body }) => `${body.app_name} ${body.version} ${body.action_name}`,
    made: (answer) => (answers(answer, operations.createInvocation) ? answer.value?.id : undefined),
  },
});
