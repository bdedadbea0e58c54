// Someone changes their own password. The old one is checked like a sign-in, so that guesses are limited by the same
// counters.
import "server-only";
import type { PasswordChange } from "../../bff/accounts.ts";
import { database } from "../db/database.ts";
import { noteChange } from "../kernel/changes.ts";
import type { SignInAttempt } from "./credentials.ts";
import { checkOwnPassword, refusedField, requirePassword } from "./own-password.ts";
import { hashPassword } from "./password.ts";
import type { SignedIn } from "./require-operator.ts";
import { expireKeysOf, revokeSignInsOf } from "./sign-ins.ts";
import { changeUser } from "./users.ts";

/** Sets a new password and ends all other sign-ins of the account. Throws a Problem: 400 for a wrong old or an unfit new
 *  password, 409 without a password, 429 after too many wrong ones. */
export async function changePassword(
  operator: SignedIn,
  { old_password, new_password }: PasswordChange,
  client: Omit<SignInAttempt, "username" | "password">,
): Promise<void> {
  const db = database();
  const { username } = operator;
  await requirePassword(db, operator.userId);
  if (new_password === old_password)
    throw refusedField("same_password", "new_password", "must differ from the old one");
  if (new_password.toLowerCase().includes(username))
    throw refusedField("unfit_password", "new_password", "must not contain the user name");
  await checkOwnPassword(username, old_password, "old_password", client);
  await changeUser(db, username, { passwordHash: await hashPassword(new_password) });
  await revokeSignInsOf(db, operator.userId, Date.now(), { exceptSid: operator.sid });
  await expireKeysOf(db, operator.userId);
  noteChange("access");
}
