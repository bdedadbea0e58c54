// The invocations that started in a range: counted individually up to a limit, otherwise from the roll-ups.
import { type TimelineBucket, type TimelineInvocation, timelineLimits } from "../../bff/timeline.ts";
import type { TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { searchInvocations } from "../invocations/invocation-search.ts";
import { bucketWidth, readInvocationCounts } from "../invocations/invocation-series.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import { readStatuses, runningAt } from "../invocations/invocation-statistics.ts";
import { readFloors } from "../invocations/invocation-writes.ts";
import { countNames, countOf } from "../invocations/rollups.ts";

type Counts = Omit<TimelineBucket, "at_ms">;

export interface TimelineInvocations extends Counts {
  total: number;
  exact: boolean;
  bucket_ms: number;
  buckets: TimelineBucket[];
  items: TimelineInvocation[];
  earlier: TimelineInvocation[];
}

const noCounts = (): Counts => ({ queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 });

type Row = Omit<TimelineInvocation, "sessions">;

async function withSessions(db: Database, rows: readonly Row[]): Promise<TimelineInvocation[]> {
  const sessions = await sessionsOfInvocations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    app_name: row.app_name,
    action_name: row.action_name,
    version: row.version,
    status: row.status,
    started_at_ms: row.started_at_ms,
    finished_at_ms: row.finished_at_ms,
    reason: row.reason,
    sessions: sessions.get(row.id) ?? [],
  }));
}

async function newestInvocations(db: Database, { fromMs, toMs }: TimeRange): Promise<TimelineInvocation[]> {
  const range = { since_ms: fromMs, until_ms: toMs };
  return withSessions(db, (await searchInvocations(db, range, timelineLimits.invocations)).rows);
}

/** Counts and the newest invocations of a range, without payloads and outputs. */
export async function readTimelineInvocations(db: Database, range: TimeRange): Promise<TimelineInvocations> {
  const { fromMs, toMs } = range;
  const items = await newestInvocations(db, range);
  const earlier = await withSessions(db, await runningAt(db, fromMs, timelineLimits.earlier));
  const found = await readStatuses(db, fromMs, toMs, timelineLimits.invocationsCounted);
  if (found === undefined) return { ...(await byRollups(db, range)), items, earlier };
  const bucketMs = Math.max(1, Math.ceil((toMs - fromMs) / timelineLimits.buckets));
  const sum = noCounts();
  const buckets = new Map<number, TimelineBucket>();
  for (const { started_at_ms: startedAtMs, status } of found) {
    const at = fromMs + Math.floor((startedAtMs - fromMs) / bucketMs) * bucketMs;
    const bucket = buckets.get(at) ?? { at_ms: at, ...noCounts() };
    buckets.set(at, bucket);
    bucket[countOf(status)] += 1;
    sum[countOf(status)] += 1;
  }
  return {
    ...sum,
    total: found.length,
    exact: true,
    bucket_ms: bucketMs,
    buckets: [...buckets.values()],
    items,
    earlier,
  };
}

async function byRollups(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Omit<TimelineInvocations, "items" | "earlier">> {
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const span = { sinceMs: fromMs, untilMs: toMs };
  const bucketMs = bucketWidth(span, fineFloorMs, undefined);
  const buckets = await readInvocationCounts(db, { ...span, bucketMs });
  const sum = noCounts();
  for (const bucket of buckets) for (const key of countNames) sum[key] += bucket[key];
  return {
    ...sum,
    total: countNames.reduce((total, key) => total + sum[key], 0),
    exact: false,
    bucket_ms: bucketMs,
    buckets,
  };
}
