// Stored sign-ins. The cookie only contains the key of a row; the row decides whether the sign-in is valid. The key is
// replaced from time to time, so that a copy of the cookie is worth little; the id stays.
import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { type Role, role } from "../../bff/roles.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

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
  hasPassword: boolean;
  /** When the user last proved who they are; null: unknown. */
  provedAtMs: number | null;
  keys: SignInKeys;
}

/** The keys of a sign-in; see the table. */
export interface SignInKeys {
  key: string;
  previousKey: string | null;
  rotatedAtMs: number;
  confirmedAtMs: number | null;
}

const newSecret = () => randomBytes(24).toString("base64url");

/** Creates a sign-in and returns its id and its key. `provedAtMs`: when the user proved who they are; without it, now. */
export async function addSignIn(
  db: Database,
  signIn: { userId: string; ip: string; userAgent: string; provedAtMs?: number | null },
  nowMs: number,
): Promise<{ sid: string; key: string }> {
  const sid = newSecret();
  const key = newSecret();
  await db
    .insertInto("sign_ins")
    .values({
      sid,
      key,
      previous_key: null,
      rotated_at_ms: nowMs,
      confirmed_at_ms: null,
      proved_at_ms: signIn.provedAtMs === undefined ? nowMs : signIn.provedAtMs,
      user_id: signIn.userId,
      created_at_ms: nowMs,
      seen_at_ms: nowMs,
      revoked_at_ms: null,
      ip: signIn.ip,
      user_agent: signIn.userAgent.slice(0, 256),
    })
    .execute();
  return { sid, key };
}

type Row = Selectable<Tables["sign_ins"]> &
  Pick<Selectable<Tables["users"]>, "username" | "password_hash" | "role" | "disabled" | "one_time_until_ms">;

const recordOf = (row: Row): SignInRecord => ({
  sid: row.sid,
  userId: row.user_id,
  username: row.username,
  role: role.parse(row.role),
  disabled: row.disabled !== 0,
  createdAtMs: row.created_at_ms,
  seenAtMs: row.seen_at_ms,
  revoked: row.revoked_at_ms !== null,
  mustChangePassword: row.one_time_until_ms !== null,
  hasPassword: row.password_hash !== "",
  provedAtMs: row.proved_at_ms,
  keys: {
    key: row.key,
    previousKey: row.previous_key,
    rotatedAtMs: row.rotated_at_ms,
    confirmedAtMs: row.confirmed_at_ms,
  },
});

const withUser = (db: Database) =>
  db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .selectAll("sign_ins")
    .select([
      "users.username",
      "users.password_hash",
      "users.role",
      "users.disabled",
      "users.one_time_until_ms",
    ]);

/** A sign-in with the current state of its user. */
export async function findSignIn(db: Database, sid: string): Promise<SignInRecord | undefined> {
  const row = await withUser(db).where("sign_ins.sid", "=", sid).executeTakeFirst();
  return row && recordOf(row);
}

/** The sign-in that has the key or had it before the last rotation. */
export async function findSignInByKey(db: Database, key: string): Promise<SignInRecord | undefined> {
  const row = await withUser(db)
    .where((each) => each.or([each("sign_ins.key", "=", key), each("sign_ins.previous_key", "=", key)]))
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Sign-ins that were not revoked and are younger than both bounds, newest first; of one user or of all. */
export async function listSignIns(
  db: Database,
  since: { createdMs: number; seenMs: number },
  userId?: string,
): Promise<(SignInRecord & { ip: string; userAgent: string })[]> {
  let sql = withUser(db)
    .where("sign_ins.revoked_at_ms", "is", null)
    .where("sign_ins.created_at_ms", ">", since.createdMs)
    .where("sign_ins.seen_at_ms", ">", since.seenMs)
    .where("users.disabled", "=", 0);
  if (userId !== undefined) sql = sql.where("sign_ins.user_id", "=", userId);
  const rows = await sql.orderBy("sign_ins.created_at_ms", "desc").limit(500).execute();
  return rows.map((row) => ({ ...recordOf(row), ip: row.ip, userAgent: row.user_agent }));
}

/** Records that the user of a sign-in was active. */
export async function touchSignIn(db: Database, sid: string, nowMs: number): Promise<void> {
  await db.updateTable("sign_ins").set({ seen_at_ms: nowMs }).where("sid", "=", sid).execute();
}

/** Records that the user of a sign-in has proved who they are. */
export async function proveSignIn(db: Database, sid: string, nowMs: number): Promise<void> {
  await db.updateTable("sign_ins").set({ proved_at_ms: nowMs }).where("sid", "=", sid).execute();
}

/** Replaces a key by a new one, which is returned; undefined when another request was faster. */
export async function rotateKey(
  db: Database,
  { sid, key }: { sid: string; key: string },
  nowMs: number,
): Promise<string | undefined> {
  const fresh = newSecret();
  const { numUpdatedRows } = await db
    .updateTable("sign_ins")
    .set({ key: fresh, previous_key: key, rotated_at_ms: nowMs, confirmed_at_ms: null })
    .where("sid", "=", sid)
    .where("key", "=", key)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? fresh : undefined;
}

/** Records that a key is in use: from now on the previous one is not accepted for long. */
export async function confirmKey(
  db: Database,
  { sid, key }: { sid: string; key: string },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("sign_ins")
    .set({ confirmed_at_ms: nowMs })
    .where("sid", "=", sid)
    .where("key", "=", key)
    .where("confirmed_at_ms", "is", null)
    .execute();
}

/** Makes the keys of a user's sign-ins due for rotation, as after a change of role or password. */
export async function expireKeysOf(db: Database, userId: string): Promise<void> {
  await db.updateTable("sign_ins").set({ rotated_at_ms: 0 }).where("user_id", "=", userId).execute();
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

/** When each user was last active, by user id; users without a sign-in are missing. */
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
