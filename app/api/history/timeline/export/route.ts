import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { parseTimeRange, readTimeline } from "@/lib/server/timeline/timeline";
import { redactedTimeline } from "@/lib/server/timeline/timeline-redacted";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const POST = defineRoute(ownOperations.exportTimeline, {
  answer: async ({ operator, input: { body }, db }) => {
    const range = parseTimeRange(body);
    await flushAnswers();
    // After what was flushed: no row may be later than the export.
    const nowMs = Date.now();
    const read = await readTimeline(db, range, operator, nowMs);
    return {
      environment: env().environment.name,
      generated_at_ms: nowMs,
      generated_by: operator.username,
      timeline: redactedTimeline(read),
    };
  },
});
