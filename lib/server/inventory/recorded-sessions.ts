// The recorded browser sessions: of a pool, of a range, of invocations, and what each session used.
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SessionOrigin } from "../../bff/session-origin.ts";
import type { TimelineSession } from "../../bff/timeline.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import { linksBetween } from "./resource-links.ts";
import { detailsOf } from "./resources.ts";

/** The most sessions returned per pool, last seen first. */
export const maxRecordedSessions = 200;

interface RecordedSession {
  id: string;
  lastSeenMs: number;
  details: Record<string, unknown>;
}

/** Sessions linked to the pool (by its id or name) in either direction, seen since `sinceMs` and not ended. Sessions
 *  that are recorded only because they were pinned do not count. */
export async function readRecordedSessions(
  db: Database,
  poolIds: readonly string[],
  sinceMs: number,
): Promise<RecordedSession[]> {
  // A join, because a pool may have had more sessions than a statement can have parameters.
  const linkedSessions = (pool: "from" | "to", session: "from" | "to") =>
    db
      .selectFrom("resource_links")
      .innerJoin("resources", "resources.id", `resource_links.${session}_id`)
      .select(["resources.id", "resources.last_seen_ms", "details"])
      .distinct()
      .where(`${pool}_kind`, "=", "pool")
      .where(`${pool}_id`, "in", [...poolIds])
      .where(`${session}_kind`, "=", "session")
      .where("resources.kind", "=", "session")
      .where("source", "<>", "pinned")
      .where("ended_at_ms", "is", null)
      .where("resources.last_seen_ms", ">=", sinceMs)
      .orderBy("resources.last_seen_ms", "desc")
      .orderBy("resources.id")
      .limit(maxRecordedSessions)
      .execute();
  const rows = [...(await linkedSessions("from", "to")), ...(await linkedSessions("to", "from"))];
  const sessions = new Map(
    rows.map(({ id, last_seen_ms: lastSeenMs, details }): [string, RecordedSession] => [
      id,
      { id, lastSeenMs, details: detailsOf(details) },
    ]),
  );
  return [...sessions.values()].sort((a, b) => b.lastSeenMs - a.lastSeenMs).slice(0, maxRecordedSessions);
}

/** When each session was first seen in the pool, given by its id and name; epoch milliseconds by session id. */
export async function firstSeenInPool(
  db: Database,
  poolIds: readonly string[],
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const links = await linksBetween(db, ["pool", "session"], "to_id", sessionIds);
  const found = new Map<string, number>();
  for (const { from_id: poolId, to_id: id, first_seen_ms: seenMs } of links)
    if (poolIds.includes(poolId)) found.set(id, Math.min(seenMs, found.get(id) ?? seenMs));
  return found;
}

/** The pool that each session was last acquired from, by session id; the links refer to it by id or by name. */
export async function lastPoolsOf(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<SessionOrigin["pool"]>>> {
  const links = await linksBetween(db, ["pool", "session"], "to_id", sessionIds);
  const last = new Map(
    links.sort((a, b) => a.last_seen_ms - b.last_seen_ms).map((link) => [link.to_id, link] as const),
  );
  const named = [...new Set([...last.values()].map((link) => link.from_id))];
  const known = await inBatches(named, (part) =>
    db
      .selectFrom("resources")
      .select(["id", "name"])
      .where("kind", "=", "pool")
      .where((each) => each.or([each("id", "in", part), each("name", "in", part)]))
      .orderBy("last_seen_ms")
      .execute(),
  );
  const poolOf = new Map(
    known.flatMap((pool) => [...(pool.name ? [[pool.name, pool] as const] : []), [pool.id, pool] as const]),
  );
  return new Map(
    [...last].map(([sessionId, { from_id: ref, last_seen_ms: seenMs }]) => {
      const pool = poolOf.get(ref);
      return [sessionId, { id: pool?.id ?? ref, name: pool?.name ?? null, seen_ms: seenMs }];
    }),
  );
}

const proxied = z.object({ proxy_id: z.string().nullish().catch(null) });
const began = sql<number>`case when created_at_ms < first_seen_ms then created_at_ms else first_seen_ms end`;
const ended = sql<number>`coalesce(ended_at_ms, last_seen_ms)`;

/** Sessions that existed in the range, last begun first. One without a recorded end lasts until it was last seen;
 *  sessions that are recorded only because they were pinned do not count. */
export async function readSessionsIn(
  db: Database,
  { fromMs, toMs }: TimeRange,
  limit: number,
): Promise<BoundedList<Omit<TimelineSession, "invocations">>> {
  const inRange = db
    .selectFrom("resources")
    .where("kind", "=", "session")
    .where("source", "<>", "pinned")
    .where(ended, ">=", fromMs)
    .where(began, "<", toMs);
  const rows = await inRange
    .select(["id", "name", "details", "last_seen_ms", "ended_at_ms", began.as("began_ms")])
    .orderBy(began, "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    from_ms: row.began_ms,
    until_ms: row.ended_at_ms,
    last_seen_ms: row.last_seen_ms,
    proxy_id: proxied.parse(detailsOf(row.details)).proxy_id ?? null,
  }));
  return { total: await countRows(inRange.select(rowCount)), items };
}

const append = (map: Map<string, string[]>, key: string, value: string): void =>
  void map.set(key, [...(map.get(key) ?? []), value]);

/** The sessions of each invocation, from the invocation records and the inventory's links. */
export async function linkedSessions(
  db: Database,
  invocationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sessions = new Map(await sessionsOfInvocations(db, invocationIds));
  for (const { from_id: invocationId, to_id: sessionId } of await linksBetween(
    db,
    ["invocation", "session"],
    "from_id",
    invocationIds,
  ))
    if (!sessions.get(invocationId)?.includes(sessionId)) append(sessions, invocationId, sessionId);
  return sessions;
}

interface SessionAttributes {
  /** Sessions whose details are recorded. */
  read: ReadonlySet<string>;
  proxy: ReadonlyMap<string, string[]>;
  profile: ReadonlyMap<string, string[]>;
  pool: ReadonlyMap<string, string[]>;
}

/** Pools, proxies and profiles by session. */
export async function readSessionAttributes(
  db: Database,
  sessionIds: readonly string[],
): Promise<SessionAttributes> {
  const records = await inBatches(sessionIds, (part) =>
    db
      .selectFrom("resources")
      .select("id")
      .where("kind", "=", "session")
      .where("details", "<>", "{}")
      .where("id", "in", part)
      .execute(),
  );
  const targetsOf = async (kind: "proxy" | "profile") => {
    const targets = new Map<string, string[]>();
    for (const link of await linksBetween(db, ["session", kind], "from_id", sessionIds))
      append(targets, link.from_id, link.to_id);
    return targets;
  };
  // Links refer to a pool by its name or by its id.
  const pools = await db.selectFrom("resources").select(["id", "name"]).where("kind", "=", "pool").execute();
  const idOfName = new Map(pools.flatMap(({ id, name }) => (name === null ? [] : [[name, id] as const])));
  const pool = new Map<string, string[]>();
  for (const { from_id: from, to_id: to } of await linksBetween(db, ["pool", "session"], "to_id", sessionIds))
    append(pool, to, idOfName.get(from) ?? from);
  return {
    read: new Set(records.map(({ id }) => id)),
    proxy: await targetsOf("proxy"),
    profile: await targetsOf("profile"),
    pool,
  };
}

/** The sessions that were seen since `sinceMs` (epoch ms), last seen first. */
export const sessionsSeenSince = (db: Database, sinceMs: number, limit: number) =>
  db
    .selectFrom("resources")
    .select(["id", "first_seen_ms", "last_seen_ms"])
    .where("kind", "=", "session")
    .where("source", "<>", "pinned")
    .where("last_seen_ms", ">=", sinceMs)
    .orderBy("last_seen_ms", "desc")
    .limit(limit)
    .execute();

/** The sessions that ended within the range, oldest end first. */
export const endedSessions = (db: Database, { fromMs, toMs, limit }: TimeRange & { limit: number }) =>
  db
    .selectFrom("resources")
    .select(["id", "ended_at_ms"])
    .where("kind", "=", "session")
    .where("ended_at_ms", ">=", fromMs)
    .where("ended_at_ms", "<", toMs)
    .orderBy("ended_at_ms")
    .limit(limit)
    .execute();

/** Those of the ids that are recorded sessions which ended before `beforeMs` (epoch ms). */
export async function sessionsEndedBefore(
  db: Database,
  ids: readonly string[],
  beforeMs: number,
): Promise<string[]> {
  const rows = await inBatches(ids, (part) =>
    db
      .selectFrom("resources")
      .select("id")
      .where("kind", "=", "session")
      .where("id", "in", part)
      .where("ended_at_ms", "<", beforeMs)
      .execute(),
  );
  return rows.map(({ id }) => id);
}

const telemetered = z.object({ telemetry: z.array(z.string()).catch([]) });

export interface LivingSession {
  id: string;
  /** The categories of telemetry that are captured of it. */
  telemetry: readonly string[];
  last_seen_ms: number;
}

const sessionsWithTelemetry = async (
  db: Database,
  isWanted: RawBuilder<boolean>,
  limit: number,
): Promise<LivingSession[]> => {
  const rows = await db
    .selectFrom("resources")
    .select(["id", "details", "last_seen_ms"])
    .where("kind", "=", "session")
    .where(isWanted)
    .where("source", "<>", "pinned")
    .orderBy("last_seen_ms", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, ...telemetered.parse(detailsOf(details)) }));
};

/** The sessions that have not ended as far as is recorded, last seen first. */
export const livingSessions = (db: Database, limit: number): Promise<LivingSession[]> =>
  sessionsWithTelemetry(db, sql`ended_at_ms is null`, limit);

/** The sessions that ended since `sinceMs` (epoch ms) as far as is recorded, last seen first, as they were. */
export const justEndedSessions = (db: Database, sinceMs: number, limit: number): Promise<LivingSession[]> =>
  sessionsWithTelemetry(db, sql`ended_at_ms >= ${sinceMs}`, limit);

/** Those of the ids that are recorded sessions, as they were. */
export const sessionsByIds = (db: Database, ids: readonly string[]): Promise<LivingSession[]> =>
  inBatches(ids, (part) => sessionsWithTelemetry(db, sql`id in (${sql.join([...part])})`, part.length));

/** Number of sessions that were seen since `sinceMs` (epoch ms) and have not ended as far as is recorded. */
export const countLivingSessions = (db: Database, sinceMs: number): Promise<number> =>
  countRows(
    db
      .selectFrom("resources")
      .where("kind", "=", "session")
      .where("last_seen_ms", ">=", sinceMs)
      .where("ended_at_ms", "is", null)
      .where("source", "<>", "pinned")
      .select(rowCount),
  );
