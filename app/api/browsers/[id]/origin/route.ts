import { ownOperations } from "@/lib/bff/operations/operations";
import { readSessionOrigin } from "@/lib/server/browsers/session-origin";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.readSessionOrigin, {
  handler: async ({ input: { params } }) => {
    await flushAnswers();
    return { status: 200, body: await readSessionOrigin(database(), params.id) };
  },
});
