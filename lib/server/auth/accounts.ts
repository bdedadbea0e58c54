// What admins do with accounts, in Settings and on the command line. One enabled admin always remains.
import {
  type Account,
  type AccountCreate,
  type AccountUpdate,
  type AccountWithPassword,
  oneTimeHours,
} from "../../bff/accounts.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { noteChange } from "../kernel/changes.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import { replacePassword } from "./account-sign-ins.ts";
import { hashPassword, makePassword } from "./password.ts";
import type { SignedIn } from "./require-operator.ts";
import { expireKeysOf, lastSeenByUser, revokeSignInsOf } from "./sign-ins.ts";
import { addUser, changeUser, findUser, findUserById, listUsers, type User } from "./users.ts";

function passwordOf({ passwordHash, oneTimeUntilMs }: User): Account["password"] {
  if (passwordHash === "") return "none";
  return oneTimeUntilMs === null ? "own" : "one_time";
}

const shown = (user: User, lastSeenMs: number | undefined): Account => ({
  id: user.id,
  username: user.username,
  role: user.role,
  disabled: user.disabled,
  without_role: user.withoutRole,
  password: passwordOf(user),
  one_time_until_ms: user.oneTimeUntilMs,
  created_at_ms: user.createdAtMs,
  last_seen_ms: lastSeenMs ?? null,
});

async function findShown(db: Database, id: string): Promise<Account> {
  return shown(await requireUser(db, id), (await lastSeenByUser(db)).get(id));
}

/** The user of that id; throws a Problem (404). */
export async function requireUser(db: Database, id: string): Promise<User> {
  const user = await findUserById(db, id);
  if (user === undefined) throw noSuch("account");
  return user;
}

/** All accounts by name. */
export async function listAccounts(db: Database): Promise<Account[]> {
  const [users, seen] = await Promise.all([listUsers(db), lastSeenByUser(db)]);
  return users.map((user) => shown(user, seen.get(user.id)));
}

/** A new one-time password with its hash and end. */
async function makeOneTime(nowMs: number) {
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return { password, stored: { passwordHash, oneTimeUntilMs: nowMs + oneTimeHours * hourMs } };
}

/** Creates an account with a one-time password, which is only in this result; throws a Problem (409) when the name is
 *  taken. */
export async function createAccount(
  db: Database,
  { username, role }: AccountCreate,
  nowMs: number,
): Promise<AccountWithPassword> {
  const { password, stored } = await makeOneTime(nowMs);
  const user = (await addUser(db, { username, role, ...stored }, nowMs)) && (await findUser(db, username));
  if (!user)
    throw new Problem(409, "username_taken", `The user name ${username} is taken.`, {
      details: [{ code: "username_taken", message: "body.username is taken" }],
    });
  return { account: shown(user, undefined), one_time_password: password };
}

/** Replaces the password by a one-time password, which is only in this result, and ends all sign-ins of the account.
 *  Throws a Problem: 404, or 409 for an account without a password. */
export async function resetAccount(db: Database, id: string, nowMs: number): Promise<AccountWithPassword> {
  const user = await requireUser(db, id);
  if (user.passwordHash === "")
    throw new Problem(
      409,
      "no_password",
      `${user.username} has no password: the account signs in with single sign-on.`,
    );
  const { password, stored } = await makeOneTime(nowMs);
  await replacePassword(db, user, stored, { nowMs });
  noteChange("access");
  return { account: await findShown(db, id), one_time_password: password };
}

/** The same by an operator, for an account of somebody else. Throws a Problem (409) for their own, too: the sign-in that asks
 *  for it would end before the new password is seen. */
export async function resetAccountOfAnother(
  db: Database,
  { userId }: Pick<SignedIn, "userId">,
  id: string,
  nowMs: number,
): Promise<AccountWithPassword> {
  if (userId === id)
    throw new Problem(409, "own_account", "This is your account. Change your password in Settings instead.");
  return await resetAccount(db, id, nowMs);
}

const isEnabledAdmin = ({ role, disabled, withoutRole }: Pick<User, "role" | "disabled" | "withoutRole">) =>
  role === "admin" && !disabled && !withoutRole;

/** Changes role or state of an account; disabling ends its sign-ins. Throws a Problem: 404, or 409 for the last enabled
 *  admin. */
export async function updateAccount(
  db: Database,
  id: string,
  change: AccountUpdate,
  nowMs: number,
): Promise<Account> {
  await db.transaction().execute(async (trx) => {
    // Two admins must not demote each other at the same moment.
    await lockReplicas(db, trx, "accounts");
    const user = await requireUser(trx, id);
    if (change.role !== undefined && change.role !== user.role && user.passwordHash === "")
      throw new Problem(
        409,
        "role_from_provider",
        `${user.username} signs in with single sign-on: the role comes from the groups there.`,
      );
    const others = (await listUsers(trx)).filter((each) => each.id !== id);
    if (
      isEnabledAdmin(user) &&
      !isEnabledAdmin({
        role: change.role ?? user.role,
        disabled: change.disabled ?? user.disabled,
        withoutRole: user.withoutRole,
      }) &&
      !others.some(isEnabledAdmin)
    )
      throw new Problem(
        409,
        "last_admin",
        `${user.username} is the last enabled admin. Make someone else an admin first.`,
      );
    await changeUser(trx, user.username, change);
    if (change.role !== undefined && change.role !== user.role) await expireKeysOf(trx, id);
    if (change.disabled === true) await revokeSignInsOf(trx, id, nowMs);
  });
  noteChange("access");
  return await findShown(db, id);
}

/** The name of an account for the audit; the id when there is no such account. */
export const nameOfAccount = async (db: Database, id: string): Promise<string> =>
  (await findUserById(db, id))?.username ?? id;

/** What a change changes, in one line for the audit: `ada: role viewer → admin, disabled`. The id when there is no such
 *  account. */
export async function summarizeUpdate(db: Database, id: string, change: AccountUpdate): Promise<string> {
  const user = await findUserById(db, id);
  if (user === undefined) return id;
  const { role = user.role, disabled = user.disabled } = change;
  const changes = [
    ...(role === user.role ? [] : [`role ${user.role} → ${role}`]),
    ...(disabled === user.disabled ? [] : [disabled ? "disabled" : "enabled"]),
  ];
  return `${user.username}: ${changes.join(", ") || "no change"}`;
}
