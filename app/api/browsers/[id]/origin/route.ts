import { ownOperations } from "@/lib/bff/operations/operations";
import { readSessionOrigin } from "@/lib/server/browsers/session-origin";
import { defineRoute } from "@/lib/server/http/define-route";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.readSessionOrigin, {
  answer: async ({ input: { params }, db }) => {
    await flushAnswers();
    return await readSessionOrigin(db, params.id);
  },
});
