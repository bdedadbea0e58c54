// Someone who is signed in gives their password again. It is checked like a sign-in, so that guesses are limited by the
// same counters. The audit has it as the act that asks for it.
import "server-only";
import type { Database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { checkCredentials, type SignInAttempt } from "./credentials.ts";
import { findUserById, type User } from "./users.ts";

/** A refusal (400) of one field of the body. */
export const refusedField = (code: string, field: string, message: string) =>
  new Problem(400, code, `The ${field.replace("_", " ")} ${message}.`, {
    details: [{ code, message: `body.${field} ${message}` }],
  });

export const refusedWrong = (field: string) => refusedField("wrong_password", field, "is wrong");

/** Throws a Problem (409) for an account that has no password. */
export async function requirePassword(db: Database, userId: string): Promise<void> {
  if ((await findUserById(db, userId))?.passwordHash) return;
  throw new Problem(409, "no_password", "This account has no password: it signs in with single sign-on.");
}

/** The user that the password is right for. Throws a Problem otherwise: 400 naming the field, 429 after too many wrong
 *  ones. */
export async function checkOwnPassword(
  username: string,
  password: string,
  field: string,
  client: Omit<SignInAttempt, "username" | "password">,
): Promise<User> {
  try {
    return await checkCredentials({ ...client, username, password });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "wrong_credentials") throw error;
    throw refusedWrong(field);
  }
}
