import { ownOperations } from "@/lib/bff/operations/operations";
import { readSessionOrigins } from "@/lib/server/browsers/session-origin";
import { defineRoute } from "@/lib/server/http/define-route";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.listSessionOrigins, {
  answer: async ({ input: { query }, db }) => {
    await flushAnswers();
    return await readSessionOrigins(db, query.session_id);
  },
});
