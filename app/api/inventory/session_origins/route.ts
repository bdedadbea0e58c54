import { ownOperations } from "@/lib/bff/operations/operations";
import { readSessionOrigins } from "@/lib/server/browsers/session-origin";
import { defineRoute } from "@/lib/server/http/define-route";
import { logHub } from "@/lib/server/streams/stream-registry";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.listSessionOrigins, {
  answer: async ({ input: { query }, db }) => {
    await flushAnswers();
    const origins = await readSessionOrigins(db, query.session_id);
    return origins.map((origin) => ({
      ...origin,
      activity: logHub().activityOf(origin.session_id) ?? null,
    }));
  },
});
