// The recorded timeline of a range: every lane from the database, each bounded.
import { hasRole } from "../../bff/roles.ts";
import { type Timeline, timelineExport, timelineLimits } from "../../bff/timeline.ts";
import { readActsIn } from "../audit/acts-in-range.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import type { TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { completenessOf, readRecordedReach } from "../invocations/completeness.ts";
import { Problem } from "../kernel/problem.ts";
import { readAnnotations } from "./annotations.ts";
import { readLogGaps } from "./log-gaps.ts";
import { readTimelineInvocations } from "./timeline-invocations.ts";
import {
  readTimelineChecks,
  readTimelineGaps,
  readTimelinePools,
  readTimelineSessions,
} from "./timeline-lanes.ts";

/** Parses the requested range; throws a Problem (400) for an invalid one. */
export function parseTimeRange(given: unknown): TimeRange {
  const read = timelineExport.safeParse(given);
  if (read.success) return { fromMs: read.data.from_ms, toMs: read.data.to_ms };
  throw new Problem(
    400,
    "bad_range",
    "Give from_ms and to_ms, the second after the first by 31 days at most.",
  );
}

/** Everything recorded of the range that the reader's role permits; unless `byRules`, without the acts of rules. */
export async function readTimeline(
  db: Database,
  { byRules = true, ...range }: TimeRange & { byRules?: boolean },
  reader: Pick<SignedIn, "userId" | "role">,
  nowMs: number,
): Promise<Timeline> {
  const acts = { limit: timelineLimits.actions, byRules };
  const reach = await readRecordedReach(db);
  const span = { sinceMs: range.fromMs, untilMs: Math.min(range.toMs, nowMs), nowMs };
  const { complete, complete_from_ms, began_at_ms } = await completenessOf(db, span, reach);
  return {
    from_ms: range.fromMs,
    to_ms: range.toMs,
    read_at_ms: nowMs,
    invocations: { ...(await readTimelineInvocations(db, range)), complete, complete_from_ms },
    began_at_ms,
    sessions: await readTimelineSessions(db, range),
    ...(await readTimelinePools(db, range)),
    checks: await readTimelineChecks(db, range),
    log_gaps: await readLogGaps(db, range),
    annotations: await readAnnotations(db, range, reader.userId),
    actions: hasRole(reader.role, "operator") ? await readActsIn(db, range, acts) : null,
    gaps: await readTimelineGaps(db, range, { reach, nowMs }),
  };
}
