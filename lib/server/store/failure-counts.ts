// Failed runs counted by masked reason and place, from their index.
import { sql } from "kysely";
import { isInterruption } from "../../insight/interruption.ts";
import type { Database } from "./database.ts";
import { distinctValues } from "./distinct-values.ts";
import { isFailure } from "./failure-index.ts";

/** Parts of a time that a trend has. */
const trendParts = 24;

export interface FailurePlace {
  app_name: string;
  action_name: string;
  version: string;
  /** Within the time. */
  count: number;
  /** Of all kept. */
  first_seen_ms: number;
}

interface FailureCount {
  /** The masked reason; empty for runs that failed without one. */
  reasonKey: string;
  /** Of all kept, those without a failure within the time too. */
  places: FailurePlace[];
  count: number;
  firstSeenMs: number;
  /** Within the time; 0 when none is. */
  lastSeenMs: number;
}

interface PlaceRow extends Omit<FailurePlace, "count"> {
  reason_key: string | null;
  count: number | string | null;
  last_ms: number | null;
}

/** Everything kept by masked reason, counted within a time. */
export async function countFailures(db: Database, sinceMs: number, untilMs: number): Promise<FailureCount[]> {
  const within = sql`started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}`;
  const { rows } = await sql<PlaceRow>`
    select reason_key, app_name, action_name, version, min(started_at_ms) as first_seen_ms,
      sum(case when ${within} then 1 else 0 end) as count,
      max(case when ${within} then started_at_ms end) as last_ms
    from runs where ${isFailure} group by reason_key, app_name, action_name, version`.execute(db);
  const counts = new Map<string, FailureCount>();
  for (const { reason_key: key, last_ms: lastMs, ...row } of rows) {
    const reasonKey = key ?? "";
    const place = { ...row, count: Number(row.count) };
    const found = counts.get(reasonKey) ?? {
      reasonKey,
      places: [],
      count: 0,
      firstSeenMs: row.first_seen_ms,
      lastSeenMs: 0,
    };
    counts.set(reasonKey, found);
    found.places.push(place);
    found.count += place.count;
    found.firstSeenMs = Math.min(found.firstSeenMs, row.first_seen_ms);
    found.lastSeenMs = Math.max(found.lastSeenMs, lastMs ?? 0);
  }
  return [...counts.values()];
}

/** Runs that the service cut short by stopping. */
export interface InterruptedRuns extends Pick<FailurePlace, "app_name" | "action_name" | "version"> {
  /** How long each of them lasted, milliseconds; null where it was not told. */
  duration_ms: number | null;
  runs: number;
}

/** Runs of a time that failed because the service stopped under them, by version and duration. */
export async function countInterrupted(
  db: Database,
  sinceMs: number,
  untilMs: number,
): Promise<InterruptedRuns[]> {
  const keys = (await distinctValues(db, "runs", "reason_key")).filter(isInterruption);
  if (keys.length === 0) return [];
  const { rows } = await sql<Omit<InterruptedRuns, "runs"> & { runs: number | string }>`
    select app_name, action_name, version, duration_ms, count(*) as runs from runs
    where ${isFailure} and reason_key in (${sql.join(keys)})
      and started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}
    group by app_name, action_name, version, duration_ms`.execute(db);
  return rows.map(({ runs, ...found }) => ({ ...found, runs: Number(runs) }));
}

/** Failures by masked reason in parts of equal width; a reason without a failure in the time is not there. */
export async function failureTrends(
  db: Database,
  sinceMs: number,
  untilMs: number,
): Promise<ReadonlyMap<string, number[]>> {
  const widthMs = Math.max(1, Math.ceil((untilMs - sinceMs) / trendParts));
  // The sign keeps the index by start out: it would read each run.
  const { rows } = await sql<{ reason_key: string | null; part: number; count: number | string }>`
    select reason_key, (started_at_ms - cast(${sinceMs} as bigint)) / cast(${widthMs} as bigint) as part,
      count(*) as count
    from runs where ${isFailure} and +started_at_ms >= ${sinceMs} and +started_at_ms < ${untilMs}
    group by 1, 2`.execute(db);
  const trends = new Map<string, number[]>();
  for (const { reason_key: key, part, count } of rows) {
    const trend = trends.get(key ?? "") ?? Array.from({ length: trendParts }, () => 0);
    trends.set(key ?? "", trend);
    trend[part] = (trend[part] ?? 0) + Number(count);
  }
  return trends;
}

/** The newest runs that failed for a masked reason in a time. */
export async function newestFailures(
  db: Database,
  {
    reasonKey,
    sinceMs,
    untilMs,
    limit,
  }: { reasonKey: string; sinceMs: number; untilMs: number; limit: number },
): Promise<{ id: string; reason: string | null }[]> {
  const window = db
    .selectFrom("runs")
    .select(["id", "reason", "started_at_ms"])
    .where("started_at_ms", ">=", sinceMs)
    .where("started_at_ms", "<", untilMs)
    .orderBy("started_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  const keyed = await window.where("reason_key", "=", reasonKey).execute();
  if (reasonKey !== "") return keyed;
  const silent = await window.where("status", "=", "failed").where("reason_key", "is", null).execute();
  return [...keyed, ...silent].sort((a, b) => b.started_at_ms - a.started_at_ms).slice(0, limit);
}
