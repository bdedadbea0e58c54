import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { invocationsViewed, poolsViewed } from "@/lib/server/recorder/start-recorder";
import { parseTimeRange, readTimeline } from "@/lib/server/timeline/timeline";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.readTimeline, {
  handler: async ({ operator, input: { query } }) => {
    const range = parseTimeRange(query);
    const nowMs = Date.now();
    // Only a range that includes the present needs fresh data.
    if (range.toMs > nowMs - 60_000) {
      invocationsViewed();
      poolsViewed();
    }
    await flushAnswers();
    return { status: 200, body: await readTimeline(database(), range, operator, nowMs) };
  },
});
