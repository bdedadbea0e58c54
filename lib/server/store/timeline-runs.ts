// The runs that started in a range: counted one by one while that is cheap, by the roll-ups' buckets otherwise.
import { type TimelineBucket, type TimelineRun, timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "./database.ts";
import { searchRuns } from "./run-search.ts";
import { bucketWidth, readRunSeries } from "./run-series.ts";
import { sessionsOfRuns } from "./run-sessions.ts";
import { readFloors } from "./runs.ts";
import type { TimeRange } from "./timeline-range.ts";

type Counts = Omit<TimelineBucket, "at_ms">;

export interface TimelineRuns extends Counts {
  total: number;
  exact: boolean;
  bucket_ms: number;
  buckets: TimelineBucket[];
  items: TimelineRun[];
}

const nothing = (): Counts => ({ queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 });

function statusKey(status: string): keyof Counts {
  switch (status) {
    case "queued":
    case "running":
    case "succeeded":
    case "failed":
      return status;
    default:
      return "other";
  }
}

async function newestRuns(db: Database, { fromMs, toMs }: TimeRange): Promise<TimelineRun[]> {
  const { rows } = await searchRuns(db, { since_ms: fromMs, until_ms: toMs }, timelineLimits.runs);
  const sessions = await sessionsOfRuns(
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

/** Counts and the newest runs of a range; payloads and outputs are never read. */
export async function readTimelineRuns(db: Database, range: TimeRange): Promise<TimelineRuns> {
  const { fromMs, toMs } = range;
  const items = await newestRuns(db, range);
  const found = await db
    .selectFrom("runs")
    .select(["started_at_ms", "status"])
    .where("started_at_ms", ">=", fromMs)
    .where("started_at_ms", "<", toMs)
    .orderBy("started_at_ms")
    .limit(timelineLimits.runsCounted + 1)
    .execute();
  if (found.length > timelineLimits.runsCounted) return { ...(await byRollups(db, range)), items };
  const bucketMs = Math.max(1, Math.ceil((toMs - fromMs) / timelineLimits.buckets));
  const sum = nothing();
  const buckets = new Map<number, TimelineBucket>();
  for (const { started_at_ms: startedAtMs, status } of found) {
    const at = fromMs + Math.floor((startedAtMs - fromMs) / bucketMs) * bucketMs;
    const bucket = buckets.get(at) ?? { at_ms: at, ...nothing() };
    buckets.set(at, bucket);
    bucket[statusKey(status)] += 1;
    sum[statusKey(status)] += 1;
  }
  return {
    ...sum,
    total: found.length,
    exact: true,
    bucket_ms: bucketMs,
    buckets: [...buckets.values()],
    items,
  };
}

async function byRollups(db: Database, { fromMs, toMs }: TimeRange): Promise<Omit<TimelineRuns, "items">> {
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const span = { sinceMs: fromMs, untilMs: toMs };
  const bucketMs = bucketWidth(span, fineFloorMs, undefined);
  const [all] = await readRunSeries(db, {}, { ...span, bucketMs });
  const { queued = 0, running = 0, succeeded = 0, failed = 0, other = 0, buckets = [] } = all ?? {};
  return {
    total: queued + running + succeeded + failed + other,
    ...{ queued, running, succeeded, failed, other },
    exact: false,
    bucket_ms: bucketMs,
    buckets: buckets.map(({ p50_ms: _, p95_ms: __, ...counts }) => counts),
  };
}
