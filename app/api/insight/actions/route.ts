import { insightLimits } from "@/lib/bff/insight";
import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { readActionFigures, steppedSpan } from "@/lib/server/store/action-insight";
import { database } from "@/lib/server/store/database";
import { readFloors } from "@/lib/server/store/runs";
import { completenessOf } from "@/lib/server/watch/completeness";
import { askedSpan } from "@/lib/server/watch/insight-span";
import { runsWatched } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.readActionInsight, {
  handler: async ({ input }) => {
    runsWatched();
    const db = database();
    const asked = askedSpan(input.query, Date.now());
    const { fine_ms: fineFloorMs } = await readFloors(db);
    const span = steppedSpan(asked.sinceMs, asked.untilMs, fineFloorMs);
    const all = await readActionFigures(db, span);
    const actions = all.slice(0, insightLimits.actions);
    return {
      status: 200,
      body: {
        since_ms: span.sinceMs,
        until_ms: span.untilMs,
        step_ms: span.stepMs,
        actions,
        actions_left_out: all.length - actions.length,
        ...(await completenessOf(db, span.sinceMs, asked.untilMs)),
      },
    };
  },
});
