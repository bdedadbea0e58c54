// The origin of sessions: the last invocation of each and the pool it was acquired from.
import type { SessionOrigin } from "../../bff/session-origin.ts";
import type { Database } from "../db/database.ts";
import { lastPoolsOf } from "../inventory/recorded-sessions.ts";
import { lastSeenInvocations } from "../invocations/invocation-sessions.ts";

/** The recorded origin of each session, in the given order; null for what is unknown. */
export async function readSessionOrigins(
  db: Database,
  sessionIds: readonly string[],
): Promise<(SessionOrigin & { session_id: string })[]> {
  const [pools, invocations] = await Promise.all([
    lastPoolsOf(db, sessionIds),
    lastSeenInvocations(db, sessionIds),
  ]);
  return sessionIds.map((id) => ({
    session_id: id,
    pool: pools.get(id) ?? null,
    invocation: invocations.get(id) ?? null,
  }));
}

/** The recorded origin of a session; null for what is unknown. */
export async function readSessionOrigin(db: Database, sessionId: string): Promise<SessionOrigin> {
  const [origin] = await readSessionOrigins(db, [sessionId]);
  return { pool: origin?.pool ?? null, invocation: origin?.invocation ?? null };
}
