// Counts failed invocations by masked reason and by action and version, from their index.
import { sql } from "kysely";
import { isInterruption } from "../../insight/interruption.ts";
import type { Database } from "../db/database.ts";
import { distinctValues } from "../db/distinct-values.ts";
import { isFailure } from "../db/is-failure.ts";

/** Parts of a trend. */
const trendParts = 24;

export interface FailurePlace {
  app_name: string;
  action_name: string;
  version: string;
  /** Within the period. */
  count: number;
  /** When the first one was seen, also before the period. */
  first_seen_ms: number;
}

interface FailureCount {
  /** The masked reason; empty for failures without one. */
  reasonKey: string;
  /** All that are recorded, including those without a failure in the period. */
  places: FailurePlace[];
  count: number;
  firstSeenMs: number;
  /** Within the period; 0 without a failure in it. */
  lastSeenMs: number;
}

interface PlaceRow extends Omit<FailurePlace, "count"> {
  reason_key: string | null;
  count: number | string | null;
  last_ms: number | null;
}

/** Limits failures to a masked reason, or not at all. */
function ofReason(reasonKey: string | undefined) {
  if (reasonKey === undefined) return sql``;
  return reasonKey === "" ? sql` and coalesce(reason_key, '') = ''` : sql` and reason_key = ${reasonKey}`;
}

/** All recorded failures by masked reason, or those of one, counted within a period. */
export async function countFailures(
  db: Database,
  sinceMs: number,
  untilMs: number,
  reasonKey?: string,
): Promise<FailureCount[]> {
  const within = sql`started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}`;
  const { rows } = await sql<PlaceRow>`
    select reason_key, app_name, action_name, version, min(started_at_ms) as first_seen_ms,
      sum(case when ${within} then 1 else 0 end) as count,
      max(case when ${within} then started_at_ms end) as last_ms
    from invocations where ${isFailure}${ofReason(reasonKey)} group by reason_key, app_name, action_name, version`.execute(
    db,
  );
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

/** Whether an invocation is among the failures of a period with a masked reason. */
export async function isAmongFailures(
  db: Database,
  id: string,
  { reasonKey, sinceMs, untilMs }: { reasonKey: string; sinceMs: number; untilMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from invocations where id = ${id} and ${isFailure}${ofReason(reasonKey)}
      and started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}`.execute(db);
  return rows.length > 0;
}

/** Invocations interrupted by a stop of the service or a cancellation. */
export interface InterruptedInvocations extends Pick<FailurePlace, "app_name" | "action_name" | "version"> {
  /** Duration of each of them in milliseconds; null when unknown. */
  duration_ms: number | null;
  invocations: number;
}

/** The masked reasons of recorded invocations that were interrupted. */
export const interruptedKeys = async (db: Database): Promise<string[]> =>
  (await distinctValues(db, "invocations", "reason_key")).filter(isInterruption);

/** Invocations of a period that failed because they were interrupted, by version and duration. */
export async function countInterrupted(
  db: Database,
  sinceMs: number,
  untilMs: number,
): Promise<InterruptedInvocations[]> {
  const keys = await interruptedKeys(db);
  if (keys.length === 0) return [];
  const { rows } = await sql<Omit<InterruptedInvocations, "invocations"> & { invocations: number | string }>`
    select app_name, action_name, version, duration_ms, count(*) as invocations from invocations
    where ${isFailure} and reason_key in (${sql.join(keys)})
      and started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}
    group by app_name, action_name, version, duration_ms`.execute(db);
  return rows.map(({ invocations, ...found }) => ({ ...found, invocations: Number(invocations) }));
}

/** Failures by masked reason, or of one, in parts of equal width; only reasons with a failure in the period. */
export async function failureTrends(
  db: Database,
  sinceMs: number,
  untilMs: number,
  reasonKey?: string,
): Promise<ReadonlyMap<string, number[]>> {
  const widthMs = Math.max(1, Math.ceil((untilMs - sinceMs) / trendParts));
  // The unary plus prevents the use of the index by start time, which would read every row.
  const { rows } = await sql<{ reason_key: string | null; part: number; count: number | string }>`
    select reason_key, (started_at_ms - cast(${sinceMs} as bigint)) / cast(${widthMs} as bigint) as part,
      count(*) as count
    from invocations where ${isFailure}${ofReason(reasonKey)} and +started_at_ms >= ${sinceMs} and +started_at_ms < ${untilMs}
    group by 1, 2`.execute(db);
  const trends = new Map<string, number[]>();
  for (const { reason_key: key, part, count } of rows) {
    const trend = trends.get(key ?? "") ?? Array.from({ length: trendParts }, () => 0);
    trends.set(key ?? "", trend);
    trend[part] = (trend[part] ?? 0) + Number(count);
  }
  return trends;
}

/** The newest invocations of a period that failed with a masked reason. */
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
    .selectFrom("invocations")
    .select(["id", "reason", "started_at_ms"])
    .where("started_at_ms", ">=", sinceMs)
    .where("started_at_ms", "<", untilMs)
    .orderBy("started_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  const keyed = await window.where("reason_key", "=", reasonKey).execute();
  if (reasonKey !== "") return keyed;
  const withoutReason = await window.where("status", "=", "failed").where("reason_key", "is", null).execute();
  return [...keyed, ...withoutReason].sort((a, b) => b.started_at_ms - a.started_at_ms).slice(0, limit);
}
