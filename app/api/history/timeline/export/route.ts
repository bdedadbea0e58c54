import { ownOperations } from "@/lib/bff/operations";
import { env } from "@/lib/server/env";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { settleObservations } from "@/lib/server/watch/observe";
import { rangeAsked, readTimeline } from "@/lib/server/watch/timeline";
import { redactedTimeline } from "@/lib/server/watch/timeline-redacted";

export const POST = defineRoute(ownOperations.exportTimeline, {
  handler: async ({ operator, input: { body } }) => {
    const range = rangeAsked(body);
    await settleObservations();
    const nowMs = Date.now();
    const read = await readTimeline(database(), range, operator, nowMs);
    return {
      status: 200,
      body: {
        environment: env().environment.name,
        generated_at_ms: nowMs,
        generated_by: operator.username,
        timeline: redactedTimeline(read),
      },
    };
  },
});
