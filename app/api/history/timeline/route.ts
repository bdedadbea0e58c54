import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { settleObservations } from "@/lib/server/watch/observe";
import { rangeAsked, readTimeline } from "@/lib/server/watch/timeline";
import { poolsWatched, runsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readTimeline, {
  handler: async ({ operator, input: { query } }) => {
    const range = rangeAsked(query);
    const nowMs = Date.now();
    // Only who looks at the present wants it fresh.
    if (range.toMs > nowMs - 60_000) {
      runsWatched();
      poolsWatched();
    }
    await settleObservations();
    return { status: 200, body: await readTimeline(database(), range, operator, nowMs) };
  },
});
