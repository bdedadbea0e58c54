// Where a session came from: the run it was seen with and the pool it was acquired from.
import type { SessionOrigin } from "../../bff/session-origin.ts";
import type { Database } from "./database.ts";

/** The pool that last led to the session. Whoever acquired may have named it by id or by name. */
async function poolOf(db: Database, sessionId: string): Promise<SessionOrigin["pool"]> {
  const link = await db
    .selectFrom("seen_links")
    .select(["from_id", "last_seen_ms"])
    .where("from_kind", "=", "pool")
    .where("to_kind", "=", "session")
    .where("to_id", "=", sessionId)
    .orderBy("last_seen_ms", "desc")
    .limit(1)
    .executeTakeFirst();
  if (link === undefined) return null;
  const known = await db
    .selectFrom("seen")
    .select(["id", "name"])
    .where("kind", "=", "pool")
    .where((each) => each.or([each("id", "=", link.from_id), each("name", "=", link.from_id)]))
    .orderBy("last_seen_ms", "desc")
    .limit(1)
    .executeTakeFirst();
  return { id: known?.id ?? link.from_id, name: known?.name ?? null, seen_ms: link.last_seen_ms };
}

async function runOf(db: Database, sessionId: string): Promise<SessionOrigin["run"]> {
  const run = await db
    .selectFrom("run_sessions")
    .innerJoin("runs", "runs.id", "run_sessions.run_id")
    .select(["runs.id", "app_name", "action_name", "version", "status", "run_sessions.at_ms as seen_ms"])
    .where("session_id", "=", sessionId)
    .orderBy("run_sessions.at_ms", "desc")
    .limit(1)
    .executeTakeFirst();
  return run ?? null;
}

/** What is remembered of where a session came from. */
export async function readSessionOrigin(db: Database, sessionId: string): Promise<SessionOrigin> {
  const [pool, run] = await Promise.all([poolOf(db, sessionId), runOf(db, sessionId)]);
  return { pool, run };
}
