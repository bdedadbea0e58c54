// Operators and their password hashes.
import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { type Role, role } from "../../bff/roles.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

export interface User {
  id: string;
  username: string;
  /** Empty: there is no password. */
  passwordHash: string;
  role: Role;
  disabled: boolean;
  /** At their last sign-in, the groups of the OpenID provider gave no role: `role` is the one before. */
  withoutRole: boolean;
  createdAtMs: number;
  /** End of a one-time password, which must be changed at sign-in; null: the password is the user's own. */
  oneTimeUntilMs: number | null;
}

/** A name in the form in which names are compared: without regard to case, Unicode form and outer blanks. */
export const normalUsername = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

const newId = () => `u${randomBytes(12).toString("hex").slice(0, 23)}`;

const userOf = (row: Selectable<Tables["users"]>): User => ({
  id: row.id,
  username: row.username,
  passwordHash: row.password_hash,
  role: role.parse(row.role),
  disabled: row.disabled !== 0,
  withoutRole: row.without_role !== 0,
  createdAtMs: row.created_at_ms,
  oneTimeUntilMs: row.one_time_until_ms,
});

/** The user of that name, disabled ones included. */
export async function findUser(db: Database, username: string): Promise<User | undefined> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("username", "=", normalUsername(username))
    .executeTakeFirst();
  return row && userOf(row);
}

export async function findUserById(db: Database, id: string): Promise<User | undefined> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return row && userOf(row);
}

/** All users by name, disabled ones included. */
export async function listUsers(db: Database): Promise<User[]> {
  const rows = await db.selectFrom("users").selectAll().execute();
  // Sorted here, because the databases collate differently.
  return rows.map(userOf).sort((a, b) => (a.username < b.username ? -1 : 1));
}

/** Creates a user; false when the name exists already (another replica may have been faster). */
export async function addUser(
  db: Database,
  user: { username: string; passwordHash: string; role: Role; oneTimeUntilMs?: number },
  nowMs: number,
): Promise<boolean> {
  const added = await db
    .insertInto("users")
    .values({
      id: newId(),
      username: normalUsername(user.username),
      password_hash: user.passwordHash,
      role: user.role,
      disabled: 0,
      created_at_ms: nowMs,
      one_time_until_ms: user.oneTimeUntilMs ?? null,
    })
    .onConflict((conflict) => conflict.column("username").doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes the given fields; existing sign-ins follow within the five seconds of their cache. A password is the user's
 *  own unless `oneTimeUntilMs` is given with it. */
export async function changeUser(
  db: Database,
  username: string,
  change: {
    role?: Role | undefined;
    disabled?: boolean | undefined;
    withoutRole?: boolean;
    passwordHash?: string;
    oneTimeUntilMs?: number;
  },
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.disabled === undefined ? {} : { disabled: change.disabled ? 1 : 0 }),
      ...(change.withoutRole === undefined ? {} : { without_role: change.withoutRole ? 1 : 0 }),
      ...(change.passwordHash === undefined
        ? {}
        : { password_hash: change.passwordHash, one_time_until_ms: change.oneTimeUntilMs ?? null }),
    })
    .where("username", "=", normalUsername(username))
    .execute();
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
