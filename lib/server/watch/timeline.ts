// One stretch of time as the dashboard remembers it: every lane read from the store, each bounded.
import { holds } from "../../bff/operator.ts";
import { type Timeline, timelineExport } from "../../bff/timeline.ts";
import type { SignedIn } from "../access/front-door.ts";
import { Problem } from "../problem.ts";
import type { Database } from "../store/database.ts";
import { readLogGaps } from "../store/log-gaps.ts";
import { readMarks } from "../store/moment-marks.ts";
import { readTimelineActions, readTimelineChecks, readTimelineGaps } from "../store/timeline-events.ts";
import { readTimelinePools } from "../store/timeline-pools.ts";
import type { TimeRange } from "../store/timeline-range.ts";
import { readTimelineRuns } from "../store/timeline-runs.ts";
import { readTimelineSessions } from "../store/timeline-sessions.ts";
import { completenessOf } from "./completeness.ts";

/** The range that is asked for; throws 400 for one that is none. */
export function rangeAsked(given: unknown): TimeRange {
  const read = timelineExport.safeParse(given);
  if (read.success) return { fromMs: read.data.from_ms, toMs: read.data.to_ms };
  throw new Problem(
    400,
    "bad_range",
    "Give from_ms and to_ms, the second after the first by 31 days at most.",
  );
}

/** Everything recorded of the range, as this operator may see it. */
export async function readTimeline(
  db: Database,
  range: TimeRange,
  reader: Pick<SignedIn, "userId" | "role">,
  nowMs: number,
): Promise<Timeline> {
  const { complete, complete_from_ms } = await completenessOf(db, range.fromMs, Math.min(range.toMs, nowMs));
  return {
    from_ms: range.fromMs,
    to_ms: range.toMs,
    read_at_ms: nowMs,
    runs: { ...(await readTimelineRuns(db, range)), complete, complete_from_ms },
    sessions: await readTimelineSessions(db, range),
    pools: await readTimelinePools(db, range),
    checks: await readTimelineChecks(db, range),
    log_gaps: await readLogGaps(db, range),
    marks: await readMarks(db, range, reader.userId),
    actions: holds(reader.role, "operator") ? await readTimelineActions(db, range) : null,
    gaps: await readTimelineGaps(db, range),
  };
}
