import { ownOperations } from "@/lib/bff/operations";
import { runHistoryLimits } from "@/lib/bff/run-history";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { bucketWidth, readRunSeries } from "@/lib/server/store/run-series";
import { readFloors } from "@/lib/server/store/runs";
import { completenessOf } from "@/lib/server/watch/completeness";
import { runsWatched } from "@/lib/server/watch/watch-room";

const dayMs = 86_400_000;

export const GET = defineRoute(ownOperations.readRunSeries, {
  handler: async ({ input }) => {
    runsWatched();
    const asked = input.query ?? {};
    const db = database();
    const untilMs = asked.until_ms ?? Date.now();
    const sinceMs = Math.min(asked.since_ms ?? untilMs - dayMs, untilMs);
    const { fine_ms: fineFloorMs } = await readFloors(db);
    const bucketMs = bucketWidth({ sinceMs, untilMs }, fineFloorMs, asked.bucket_ms);
    const all = await readRunSeries(db, asked, { sinceMs, untilMs, bucketMs });
    const groups = all.slice(0, runHistoryLimits.groups);
    return {
      status: 200,
      body: {
        since_ms: sinceMs,
        until_ms: untilMs,
        bucket_ms: bucketMs,
        groups,
        groups_left_out: all.length - groups.length,
        ...(await completenessOf(db, sinceMs, untilMs)),
      },
    };
  },
});
