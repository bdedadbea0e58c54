// Signed-in sessions. The cookie only names a row here; the row decides.
import { randomBytes } from "node:crypto";
import { type Role, role } from "../../bff/operator.ts";
import type { Database } from "./database.ts";

export interface SessionRecord {
  sid: string;
  userId: string;
  username: string;
  role: Role;
  disabled: boolean;
  createdAtMs: number;
  seenAtMs: number;
  revoked: boolean;
}

/** Makes a session and returns its id. */
export async function addSession(
  db: Database,
  session: { userId: string; ip: string; userAgent: string },
  nowMs: number,
): Promise<string> {
  const sid = randomBytes(24).toString("base64url");
  await db
    .insertInto("sessions")
    .values({
      sid,
      user_id: session.userId,
      created_at_ms: nowMs,
      seen_at_ms: nowMs,
      revoked_at_ms: null,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 256),
    })
    .execute();
  return sid;
}

/** The session with its user as they are now. */
export async function findSession(db: Database, sid: string): Promise<SessionRecord | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.sid",
      "sessions.user_id",
      "sessions.created_at_ms",
      "sessions.seen_at_ms",
      "sessions.revoked_at_ms",
      "users.username",
      "users.role",
      "users.disabled",
    ])
    .where("sessions.sid", "=", sid)
    .executeTakeFirst();
  return (
    row && {
      sid: row.sid,
      userId: row.user_id,
      username: row.username,
      role: role.parse(row.role),
      disabled: row.disabled !== 0,
      createdAtMs: row.created_at_ms,
      seenAtMs: row.seen_at_ms,
      revoked: row.revoked_at_ms !== null,
    }
  );
}

/** Notes that a session was used. One that was made in a time to come, before the clock was set back, was made now. */
export async function touchSession(db: Database, sid: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sessions")
    .set((each) => ({
      seen_at_ms: nowMs,
      created_at_ms: each
        .case()
        .when("created_at_ms", ">", nowMs)
        .then(nowMs)
        .else(each.ref("created_at_ms"))
        .end(),
    }))
    .where("sid", "=", sid)
    .execute();
}

/** Ends a session for good. */
export async function revokeSession(db: Database, sid: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at_ms: nowMs })
    .where("sid", "=", sid)
    .where("revoked_at_ms", "is", null)
    .execute();
}

/** Ends every session of a user, as after a change of password. */
export async function revokeSessionsOf(db: Database, username: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at_ms: nowMs })
    .where("revoked_at_ms", "is", null)
    .where("user_id", "in", db.selectFrom("users").select("id").where("username", "=", username))
    .execute();
}

/** Forgets sessions that ended long ago. */
export async function pruneSessions(db: Database, createdBeforeMs: number): Promise<void> {
  await db.deleteFrom("sessions").where("created_at_ms", "<", createdBeforeMs).execute();
}
