// The origin of a session: its last invocation and the pool it was acquired from.
import type { SessionOrigin } from "../../bff/session-origin.ts";
import type { Database } from "../db/database.ts";
import { lastPoolOf } from "../inventory/recorded-sessions.ts";
import { lastSeenInvocation } from "../invocations/invocation-sessions.ts";

/** The recorded origin of a session; null for what is unknown. */
export async function readSessionOrigin(db: Database, sessionId: string): Promise<SessionOrigin> {
  const [pool, invocation] = await Promise.all([
    lastPoolOf(db, sessionId),
    lastSeenInvocation(db, sessionId),
  ]);
  return { pool, invocation };
}
