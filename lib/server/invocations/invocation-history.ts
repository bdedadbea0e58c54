// The recorded invocations as the dashboard's API returns them, each answer with its completeness.
import {
  type InvocationHistory,
  type InvocationHistoryQuery,
  type InvocationSeries,
  type InvocationSeriesQuery,
  invocationHistoryLimits,
} from "../../bff/invocation-history.ts";
import type { Database } from "../db/database.ts";
import { completenessOf } from "./completeness.ts";
import { searchInvocations } from "./invocation-search.ts";
import { bucketWidth, readInvocationSeries, rollupsOf } from "./invocation-series.ts";
import { sessionsOfInvocations } from "./invocation-sessions.ts";
import { readFloors } from "./invocation-writes.ts";
import { requestedSpan } from "./requested-span.ts";

const standardLimit = 50;

/** One page of invocations with their sessions, newest first. Throws a Problem (400) for an invalid cursor. */
export async function readInvocationHistory(
  db: Database,
  query: InvocationHistoryQuery,
  nowMs: number,
): Promise<InvocationHistory> {
  const { rows, nextCursor, searchedToMs } = await searchInvocations(db, query, query.limit ?? standardLimit);
  const sessions = await sessionsOfInvocations(
    db,
    rows.map(({ id }) => id),
  );
  return {
    invocations: rows.map(({ open, first_seen_ms: _, sessions_at_ms: __, ...invocation }) => ({
      ...invocation,
      open: open === 1,
      sessions: sessions.get(invocation.id) ?? [],
    })),
    next_cursor: nextCursor,
    searched_to_ms: searchedToMs,
    ...(await completenessOf(db, { sinceMs: query.since_ms ?? 0, untilMs: query.until_ms ?? nowMs, nowMs })),
  };
}

/** Invocations over time, by default of the last day; the largest groups up to the limit. The answer names the period that
 *  is summed, which begins with a whole roll-up. */
export async function readSeries(
  db: Database,
  query: InvocationSeriesQuery,
  nowMs: number,
): Promise<InvocationSeries> {
  const span = requestedSpan(query, nowMs);
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const bucketMs = bucketWidth(span, fineFloorMs, query.bucket_ms);
  const { sinceMs, untilMs } = rollupsOf({ ...span, bucketMs });
  const all = await readInvocationSeries(db, query, { sinceMs, untilMs, bucketMs });
  const groups = all.slice(0, invocationHistoryLimits.groups);
  return {
    since_ms: sinceMs,
    until_ms: untilMs,
    bucket_ms: bucketMs,
    groups,
    groups_left_out: all.length - groups.length,
    ...(await completenessOf(db, { sinceMs, untilMs, nowMs })),
  };
}
