// Ensures that an admin can sign in. The first start creates one; later an ADMIN_PASSWORD that differs from the stored
// one replaces it (the way to reset a lost password) and revokes that account's sign-ins.
import { announceChange } from "../db/change-notices.ts";
import type { Database } from "../db/database.ts";
import { replacePassword } from "./account-sign-ins.ts";
import { hashPassword, makePassword, verifyPassword } from "./password.ts";
import { addUser, findUser, hasUsers, normalUsername } from "./users.ts";

/**
 * The admin's name, and the password if one was generated now (it is shown once and stored only as a hash). `isMissing`: there
 * are accounts, but none of that name.
 */
export async function ensureAdmin(
  db: Database,
  wanted: { username: string; password?: string | undefined },
  nowMs: number,
): Promise<{ username: string; passwordCreated?: string; isMissing?: true }> {
  const username = normalUsername(wanted.username);
  const known = await findUser(db, username);
  if (known === undefined) {
    if (wanted.password === undefined && (await hasUsers(db))) return { username, isMissing: true };
    const password = wanted.password ?? makePassword();
    const admin = { username, passwordHash: await hashPassword(password), role: "admin" } as const;
    if (!(await addUser(db, admin, nowMs))) return ensureAdmin(db, wanted, nowMs);
    return wanted.password === undefined ? { username, passwordCreated: password } : { username };
  }
  if (wanted.password !== undefined && !(await verifyPassword(wanted.password, known.passwordHash))) {
    await replacePassword(db, known, { passwordHash: await hashPassword(wanted.password) }, { nowMs });
    await announceChange(db, "access");
  }
  return { username };
}
