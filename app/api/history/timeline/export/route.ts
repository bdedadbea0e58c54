import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { parseTimeRange, readTimeline } from "@/lib/server/timeline/timeline";
import { redactedTimeline } from "@/lib/server/timeline/timeline-redacted";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const POST = defineRoute(ownOperations.exportTimeline, {
  handler: async ({ operator, input: { body } }) => {
    const range = parseTimeRange(body);
    await flushAnswers();
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
