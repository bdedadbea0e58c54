// Sign-in with a name and a password. An unknown name takes the same time and gets the same message as a wrong password.
import "server-only";
import { appendAudit } from "../audit/audit-chain.ts";
import { type Database, database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { addSignInOf } from "./account-sign-ins.ts";
import { knownDevice } from "./device-cookie.ts";
import { maxPasswordLength, verifyPassword } from "./password.ts";
import { absoluteSeconds } from "./sign-in-cookie.ts";
import { countFailure, forgiveFailures, type Guess, uncountFailure } from "./sign-in-throttle.ts";
import { pruneSignIns } from "./sign-ins.ts";
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
    throw error;
  }
}

const wrong = { role: "none", status: 401, code: "wrong_credentials" } as const;
const wrongCredentials = () => new Problem(wrong.status, wrong.code, "Wrong user name or password.");

interface Outcome {
  role: string;
  status: number;
  code?: string;
}

/** Audits how an attempt to sign in ended. */
async function auditSignIn({ username, ip, requestId }: SignInAttempt, outcome: Outcome): Promise<void> {
  const event = { actor: normalUsername(username), ip, requestId, action: "signIn", phase: "event" } as const;
  await appendAudit(database(), { ...event, ...outcome }, Date.now());
}

/** The user of the right name and password; throws a Problem otherwise. `onRefusal` is called with a wrong password and
 *  an expired one; without it the route audits them. */
export async function checkCredentials(
  attempt: SignInAttempt,
  onRefusal?: (outcome: Outcome) => Promise<void>,
): Promise<User> {
  const db = database();
  const name = normalUsername(attempt.username);
  if (name === "" || name.length > 64 || attempt.password.length > maxPasswordLength)
    throw wrongCredentials();
  const account = await findUser(db, name);
  const device = account && knownDevice(attempt.cookies, account.id, Date.now());
  const guess = { account: name, exists: account !== undefined, ip: attempt.ip, device };
  const user = await check(db, account, guess, attempt.password);
  if (user === undefined) {
    await onRefusal?.(wrong);
    throw wrongCredentials();
  }
  const nowMs = Date.now();
  await forgiveFailures(db, guess, nowMs);
  if (user.oneTimeUntilMs === null || user.oneTimeUntilMs > nowMs) return user;
  const code = "one_time_password_expired";
  await onRefusal?.({ role: user.role, status: 403, code });
  throw new Problem(403, code, "This one-time password has expired. Ask an admin for a new one.");
}

/** Creates a sign-in for the right name and password; throws a Problem otherwise. */
export async function signIn(
  attempt: SignInAttempt,
): Promise<{ userId: string; username: string; sid: string; key: string }> {
  const user = await checkCredentials(attempt, (outcome) => auditSignIn(attempt, outcome));
  const db = database();
  const nowMs = Date.now();
  const { ip, userAgent } = attempt;
  const made = await addSignInOf(db, user, { ip, userAgent }, nowMs);
  await auditSignIn(attempt, made === undefined ? wrong : { role: user.role, status: 200 });
  if (made === undefined) throw wrongCredentials();
  await pruneSignIns(db, nowMs - 30 * absoluteSeconds * 1000);
  return { userId: user.id, username: user.username, ...made };
}
