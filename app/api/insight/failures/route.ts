import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readFailureGroups } from "@/lib/server/store/failure-groups";
import { completenessOf } from "@/lib/server/watch/completeness";
import { askedSpan } from "@/lib/server/watch/insight-span";
import { runsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readFailureInsight, {
  handler: async ({ input }) => {
    runsWatched();
    const db = database();
    const nowMs = Date.now();
    const { sinceMs, untilMs } = askedSpan(input.query, nowMs);
    const { failed, groups, leftOut } = await readFailureGroups(db, { sinceMs, untilMs, nowMs });
    return {
      status: 200,
      body: {
        since_ms: sinceMs,
        until_ms: untilMs,
        failed,
        groups,
        groups_left_out: leftOut,
        ...(await completenessOf(db, sinceMs, untilMs)),
      },
    };
  },
});
