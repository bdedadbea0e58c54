// Sign-in with a name and a password. An unknown name takes the same time and gets the same message as a wrong password.
import "server-only";
import { appendAudit } from "../audit/audit-chain.ts";
import { type Database, database } from "../db/database.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { knownDevice } from "./device-cookie.ts";
import { maxPasswordLength, TooManyHashes, verifyPassword } from "./password.ts";
import { absoluteSeconds } from "./sign-in-cookie.ts";
import { countFailure, forgiveFailures, type Guess, uncountFailure } from "./sign-in-throttle.ts";
import { addSignIn, pruneSignIns } from "./sign-ins.ts";
import { findUser, normalUsername, type User } from "./users.ts";

export interface SignInAttempt {
  username: string;
  password: string;
  ip: string;
  /** The Cookie header. */
  cookies: string | null;
  userAgent: string;
  requestId: string;
}

/** Checks a password once the throttle lets it pass; undefined when it is wrong. */
async function check(
  db: Database,
  user: User | undefined,
  guess: Guess,
  password: string,
): Promise<User | undefined> {
  await countFailure(db, guess, Date.now());
  try {
    const first = guess.device !== undefined;
    const right = await verifyPassword(password, user?.passwordHash, { first });
    return right && user !== undefined && !user.disabled ? user : undefined;
  } catch (error) {
    await uncountFailure(db, guess, Date.now());
    if (!(error instanceof TooManyHashes)) throw error;
    throw new Problem(429, "busy", "Too many sign-ins at once. Try again.", {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.signInBusyMs),
    });
  }
}

/** The user of the right name and password; throws a Problem otherwise. The outcome is audited as `action`; without one,
 *  by the route that asks. */
export async function checkCredentials(attempt: SignInAttempt, action?: string): Promise<User> {
  const db = database();
  const name = normalUsername(attempt.username);
  if (name === "" || name.length > 64 || attempt.password.length > maxPasswordLength) {
    throw new Problem(401, "wrong_credentials", "Wrong user name or password.");
  }
  const account = await findUser(db, name);
  const device = account && knownDevice(attempt.cookies, account.id, Date.now());
  const guess = { account: name, exists: account !== undefined, ip: attempt.ip, device };
  const user = await check(db, account, guess, attempt.password);
  const nowMs = Date.now();
  const audit = async (outcome: { role: string; status: number; code?: string }) => {
    if (action === undefined) return;
    const { ip, requestId } = attempt;
    await appendAudit(db, { actor: name, ip, requestId, action, phase: "event", ...outcome }, nowMs);
  };
  if (user === undefined) {
    await audit({ role: "none", status: 401, code: "wrong_credentials" });
    throw new Problem(401, "wrong_credentials", "Wrong user name or password.");
  }
  const code = "one_time_password_expired";
  const expired = user.oneTimeUntilMs !== null && user.oneTimeUntilMs <= nowMs;
  const outcome = expired ? { status: 403, code } : { status: 200 };
  await audit({ role: user.role, ...outcome });
  await forgiveFailures(db, guess, nowMs);
  if (expired)
    throw new Problem(403, code, "This one-time password has expired. Ask an admin for a new one.");
  return user;
}

/** Creates a sign-in for the right name and password; throws a Problem otherwise. */
export async function signIn(
  attempt: SignInAttempt,
): Promise<{ userId: string; username: string; sid: string; key: string }> {
  const user = await checkCredentials(attempt, "signIn");
  const db = database();
  const nowMs = Date.now();
  await pruneSignIns(db, nowMs - 30 * absoluteSeconds * 1000);
  const { ip, userAgent } = attempt;
  const made = await addSignIn(db, { userId: user.id, ip, userAgent }, nowMs);
  return { userId: user.id, username: user.username, ...made };
}
