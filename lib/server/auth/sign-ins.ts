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
  /** Whether the user has a one-time password, and may do nothing but change it. */
  mustChangePassword: boolean;
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
      "users.one_time_until_ms",
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
      mustChangePassword: row.one_time_until_ms !== null,
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

/** Revokes the sign-ins of a user, as after a change of password; all of them, or all but one. */
export async function revokeSignInsOf(
  db: Database,
  userId: string,
  nowMs: number,
  { exceptSid }: { exceptSid?: string } = {},
): Promise<void> {
  let sql = db
    .updateTable("sign_ins")
    .set({ revoked_at_ms: nowMs })
    .where("revoked_at_ms", "is", null)
    .where("user_id", "=", userId);
  if (exceptSid !== undefined) sql = sql.where("sid", "<>", exceptSid);
  await sql.execute();
}

/** When each user was last seen, by user id; users without a sign-in are missing. */
export async function lastSeenByUser(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("sign_ins")
    .select((each) => ["user_id", each.fn.max("seen_at_ms").as("seen_at_ms")])
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ user_id, seen_at_ms }) => [user_id, seen_at_ms]));
}

/** Deletes sign-ins created before a time. */
export async function pruneSignIns(db: Database, createdBeforeMs: number): Promise<void> {
  await db.deleteFrom("sign_ins").where("created_at_ms", "<", createdBeforeMs).execute();
}
