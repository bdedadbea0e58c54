// Someone changes their own password. The old one is checked like a sign-in, so that guesses are limited by the same
// counters; a one-time password that they signed in with moments ago is not asked for again.
import "server-only";
import type { PasswordChange } from "../../bff/accounts.ts";
import { database } from "../db/database.ts";
import { noteChange } from "../kernel/changes.ts";
import { replacePassword } from "./account-sign-ins.ts";
import type { SignInAttempt } from "./credentials.ts";
import { checkOwnPassword, refusedField, refusedWrong, requirePassword } from "./own-password.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { isRecentProof } from "./recent-proof.ts";
import type { SignedIn } from "./require-operator.ts";
import { findSignIn } from "./sign-ins.ts";
import { findUserById, type User } from "./users.ts";

const refusedMissing = () => refusedField("old_password_required", "old_password", "is required");
const refusedSame = () => refusedField("same_password", "new_password", "must differ from the old one");

/** The user of a sign-in. Throws a Problem (400) unless a valid one-time password was given for it moments ago and the new
 *  one differs from it. Both rows are read again: an admin may have reset the account since. */
async function checkWithoutOld({ sid, userId }: SignedIn, newPassword: string): Promise<User> {
  const nowMs = Date.now();
  const signIn = await findSignIn(database(), sid);
  const user = await findUserById(database(), userId);
  const isOneTime = user?.oneTimeUntilMs != null && user.oneTimeUntilMs > nowMs;
  if (signIn === undefined || signIn.revoked || !isOneTime || !isRecentProof(signIn.provedAtMs, nowMs))
    throw refusedMissing();
  if (await verifyPassword(newPassword, user.passwordHash, { first: true })) throw refusedSame();
  return user;
}

/** Sets a new password and ends all other sign-ins of the account. Throws a Problem: 400 for a wrong or missing old or an
 *  unfit new password, 409 without a password, 429 after too many wrong ones. */
export async function changePassword(
  operator: SignedIn,
  { old_password, new_password }: PasswordChange,
  client: Omit<SignInAttempt, "username" | "password">,
): Promise<void> {
  const db = database();
  const { username } = operator;
  await requirePassword(db, operator.userId);
  if (new_password === old_password) throw refusedSame();
  if (new_password.toLowerCase().includes(username))
    throw refusedField("unfit_password", "new_password", "must not contain the user name");
  const user =
    old_password === undefined
      ? await checkWithoutOld(operator, new_password)
      : await checkOwnPassword(username, old_password, "old_password", client);
  const passwordHash = await hashPassword(new_password);
  if (!(await replacePassword(db, user, { passwordHash }, { nowMs: Date.now(), own: operator })))
    throw old_password === undefined ? refusedMissing() : refusedWrong("old_password");
  noteChange("access");
}
