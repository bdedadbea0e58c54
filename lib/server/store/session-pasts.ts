// What was recorded of sessions: the run each was last seen with, and since when it was seen in a pool.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { inParts } from "./in-parts.ts";

export interface LastRun {
  id: string;
  app_name: string;
  action_name: string;
  version: string;
  status: string;
  /** 1 while it may still change. */
  open: number;
  started_at_ms: number;
  finished_at_ms: number | null;
}

/** The run each session was last seen with, the one that started last; by session id. */
export async function lastRunsOf(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, LastRun>> {
  const rows = await inParts(sessionIds, (part) => {
    // A browser that is used again and again has thousands of runs behind it: the database picks.
    const ranked = db
      .selectFrom("run_sessions")
      .innerJoin("runs", "runs.id", "run_sessions.run_id")
      .select(["runs.id", "app_name", "action_name", "version", "status", "open"])
      .select(["started_at_ms", "finished_at_ms", "session_id"])
      .select(
        sql<number>`row_number() over (partition by session_id order by started_at_ms desc, runs.id desc)`.as(
          "place",
        ),
      )
      .where("session_id", "in", part);
    return db.selectFrom(ranked.as("ranked")).selectAll().where("place", "=", 1).execute();
  });
  return new Map(rows.map(({ session_id: sessionId, place: _, ...run }) => [sessionId, run]));
}

/** When each session was first seen as the pool's, named by its id or its name; epoch milliseconds, by session id. */
export async function firstSeenInPool(
  db: Database,
  poolIds: readonly string[],
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await inParts(sessionIds, (part) =>
    db
      .selectFrom("seen_links")
      .select(["to_id", "first_seen_ms"])
      .where("from_kind", "=", "pool")
      .where("from_id", "in", [...poolIds])
      .where("to_kind", "=", "session")
      .where("to_id", "in", part)
      .execute(),
  );
  const found = new Map<string, number>();
  for (const { to_id: id, first_seen_ms: seenMs } of rows)
    found.set(id, Math.min(seenMs, found.get(id) ?? seenMs));
  return found;
}
