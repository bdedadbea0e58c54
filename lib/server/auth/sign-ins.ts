// Stored sign-ins. The cookie only contains the id of a row; the row decides whether the sign-in is valid.
import { randomBytes } from "node:crypto";
import { type Role, role } from "../../bff/roles.ts";
import type { Database } from "../db/database.ts";

export interface SignInRecord {
  sid: string;
  userId: string;
  username: string;
  role: Role;
  disabled: boolean;
  createdAtMs: number;
  seenAtMs: number;
  revoked: boolean;
}

/** Creates a sign-in and returns its id. */
export async function addSignIn(
  db: Database,
  signIn: { userId: string; ip: string; userAgent: string },
  nowMs: number,
): Promise<string> {
  const sid = randomBytes(24).toString("base64url");
  await db
    .insertInto("sign_ins")
    .values({
      sid,
      user_id: signIn.userId,
      created_at_ms: nowMs,
      seen_at_ms: nowMs,
      revoked_at_ms: null,
      ip: signIn.ip,
      user_agent: signIn.userAgent.slice(0, 256),
    })
    .execute();
  return sid;
}

/** A sign-in with the current state of its user. */
export async function findSignIn(db: Database, sid: string): Promise<SignInRecord | undefined> {
  const row = await db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .select([
      "sign_ins.sid",
      "sign_ins.user_id",
      "sign_ins.created_at_ms",
      "sign_ins.seen_at_ms",
      "sign_ins.revoked_at_ms",
      "users.username",
      "users.role",
      "users.disabled",
    ])
    .where("sign_ins.sid", "=", sid)
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

/** Records the use of a sign-in. */
export async function touchSignIn(db: Database, sid: string, nowMs: number): Promise<void> {
  await db.updateTable("sign_ins").set({ seen_at_ms: nowMs }).where("sid", "=", sid).execute();
}

/** Revokes a sign-in. */
export async function revokeSignIn(db: Database, sid: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sign_ins")
    .set({ revoked_at_ms: nowMs })
    .where("sid", "=", sid)
    .where("revoked_at_ms", "is", null)
    .execute();
}

/** Revokes every sign-in of a user, as after a change of password. */
export async function revokeSignInsOf(db: Database, username: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sign_ins")
    .set({ revoked_at_ms: nowMs })
    .where("revoked_at_ms", "is", null)
    .where("user_id", "in", db.selectFrom("users").select("id").where("username", "=", username))
    .execute();
}

/** Deletes sign-ins created before a time. */
export async function pruneSignIns(db: Database, createdBeforeMs: number): Promise<void> {
  await db.deleteFrom("sign_ins").where("created_at_ms", "<", createdBeforeMs).execute();
}
