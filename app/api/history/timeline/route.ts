import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { invocationsViewed, poolsViewed } from "@/lib/server/recorder/start-recorder";
import { parseTimeRange, readTimeline } from "@/lib/server/timeline/timeline";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.readTimeline, {
  answer: async ({ operator, input: { query }, db, nowMs }) => {
    const range = parseTimeRange(query);
    // Only a range that includes the present needs fresh data.
    if (range.toMs > nowMs - 60_000) {
      invocationsViewed();
      poolsViewed();
    }
    await flushAnswers();
    return await readTimeline(db, { ...range, byRules: query?.by_rules !== "no" }, operator, nowMs);
  },
});
