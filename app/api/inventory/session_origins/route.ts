import { ownOperations } from "@/lib/bff/operations/operations";
import { readSessionOrigins } from "@/lib/server/browsers/session-origin";
import { readSharedActivities } from "@/lib/server/browsers/shared-activity";
import { defineRoute } from "@/lib/server/http/define-route";
import { logHub } from "@/lib/server/streams/stream-registry";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.listSessionOrigins, {
  answer: async ({ input: { query }, db }) => {
    await flushAnswers();
    const [origins, shared] = await Promise.all([
      readSessionOrigins(db, query.session_id),
      readSharedActivities(db),
    ]);
    return origins.map((origin) => ({
      ...origin,
      // What this process follows itself is newer.
      activity: logHub().activityOf(origin.session_id) ?? shared[origin.session_id] ?? null,
    }));
  },
});
