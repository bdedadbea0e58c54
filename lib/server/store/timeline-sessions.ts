// The browser sessions that were there in a range, as far as any answer told of them.
import { sql } from "kysely";
import { z } from "zod";
import { type TimelineSession, timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "./database.ts";
import type { Lane, TimeRange } from "./timeline-range.ts";

const facts = z.object({ proxy_id: z.string().nullish().catch(null) });

function proxyOf(text: string): string | null {
  try {
    return facts.parse(JSON.parse(text)).proxy_id ?? null;
  } catch {
    return null;
  }
}

const began = sql<number>`case when created_at_ms < first_seen_ms then created_at_ms else first_seen_ms end`;
const ended = sql<number>`coalesce(ended_at_ms, last_seen_ms)`;

async function runsBehind(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  if (sessionIds.length === 0) return found;
  const rows = await db
    .selectFrom("run_sessions")
    .select(["session_id", "run_id"])
    .where("session_id", "in", [...sessionIds])
    .orderBy("at_ms")
    .orderBy("run_id")
    .execute();
  for (const { session_id: sessionId, run_id: runId } of rows)
    found.set(sessionId, [...(found.get(sessionId) ?? []), runId]);
  return found;
}

/** Sessions that were there in the range, the last begun first. One that nobody said to have ended lasts as long as it
 *  was seen; a pin alone is no sighting. */
export async function readTimelineSessions(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Lane<TimelineSession>> {
  const there = db
    .selectFrom("seen")
    .where("kind", "=", "session")
    .where("source", "<>", "pinned")
    .where(ended, ">=", fromMs)
    .where(began, "<", toMs);
  const rows = await there
    .select(["id", "facts", "last_seen_ms", "ended_at_ms", began.as("began_ms")])
    .orderBy(began, "desc")
    .orderBy("id", "desc")
    .limit(timelineLimits.sessions)
    .execute();
  const counted = await there
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .executeTakeFirst();
  const runs = await runsBehind(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    id: row.id,
    from_ms: row.began_ms,
    until_ms: row.ended_at_ms,
    last_seen_ms: row.last_seen_ms,
    proxy_id: proxyOf(row.facts),
    runs: runs.get(row.id) ?? [],
  }));
  return { total: Number(counted?.count ?? 0), items };
}
