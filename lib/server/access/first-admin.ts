// Makes sure that somebody can sign in: on the first start an admin is made; later an ADMIN_PASSWORD that differs
// from the stored one replaces it (that is how a lost password is mended) and ends that account's sessions.
import type { Database } from "../store/database.ts";
import { revokeSessionsOf } from "../store/sessions.ts";
import { addUser, changeUser, findUser, hasUsers, normalUsername } from "../store/users.ts";
import { hashPassword, makePassword, verifyPassword } from "./password.ts";

/** The admin's name, and the password if one was made now (it is shown once and stored only as a hash). */
export async function ensureAdmin(
  db: Database,
  wanted: { username: string; password?: string | undefined },
  nowMs: number,
): Promise<{ username: string; passwordCreated?: string }> {
  const username = normalUsername(wanted.username);
  const known = await findUser(db, username);
  if (known === undefined) {
    if (wanted.password === undefined && (await hasUsers(db))) return { username };
    const password = wanted.password ?? makePassword();
    const admin = { username, passwordHash: await hashPassword(password), role: "admin" } as const;
    if (!(await addUser(db, admin, nowMs))) return ensureAdmin(db, wanted, nowMs);
    return wanted.password === undefined ? { username, passwordCreated: password } : { username };
  }
  if (wanted.password !== undefined && !(await verifyPassword(wanted.password, known.passwordHash))) {
    await changeUser(db, username, { passwordHash: await hashPassword(wanted.password) });
    await revokeSessionsOf(db, username, nowMs);
  }
  return { username };
}
