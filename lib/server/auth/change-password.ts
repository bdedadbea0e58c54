// Someone changes their own password. The old one is checked like a sign-in, so that guesses are limited by the same
// counters.
import "server-only";
import type { PasswordChange } from "../../bff/accounts.ts";
import { database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { checkCredentials, type SignInAttempt } from "./credentials.ts";
import { hashPassword } from "./password.ts";
import type { SignedIn } from "./require-operator.ts";
import { expireKeysOf, revokeSignInsOf } from "./sign-ins.ts";
import { changeUser, findUserById } from "./users.ts";

const refused = (code: string, field: keyof PasswordChange, message: string) =>
  new Problem(400, code, `The ${field.replace("_", " ")} ${message}.`, {
    details: [{ code, message: `body.${field} ${message}` }],
  });

/** Sets a new password and ends all other sign-ins of the account. Throws a Problem: 400 for a wrong old or an unfit new
 *  password, 409 without a password, 429 after too many wrong ones. */
export async function changePassword(
  operator: SignedIn,
  { old_password, new_password }: PasswordChange,
  client: Omit<SignInAttempt, "username" | "password">,
): Promise<void> {
  const db = database();
  const { username } = operator;
  const user = await findUserById(db, operator.userId);
  if (user === undefined || user.passwordHash === "")
    throw new Problem(409, "no_password", "This account has no password: it signs in with single sign-on.");
  if (new_password === old_password)
    throw refused("same_password", "new_password", "must differ from the old one");
  if (new_password.toLowerCase().includes(username))
    throw refused("unfit_password", "new_password", "must not contain the user name");
  try {
    await checkCredentials({ ...client, username, password: old_password }, "checkPassword");
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "wrong_credentials") throw error;
    throw refused("wrong_password", "old_password", "is wrong");
  }
  await changeUser(db, username, { passwordHash: await hashPassword(new_password) });
  await revokeSignInsOf(db, operator.userId, Date.now(), { exceptSid: operator.sid });
  await expireKeysOf(db, operator.userId);
}
