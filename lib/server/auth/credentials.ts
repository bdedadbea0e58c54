// Sign-in with a name and a password. A failure is counted before the hash is computed, so that parallel guesses cannot
// exceed the limit; an unknown name takes the same time and gets the same message as a wrong password.
import "server-only";
import { appendAudit } from "../audit/audit-chain.ts";
import { type Database, database } from "../db/database.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { accountRule, addressRule, afterFailure, lockedUntil } from "./lockout.ts";
import { clearAttempts, readAttempts, withAttemptsLock, writeAttempts } from "./login-attempts.ts";
import { maxPasswordLength, TooManyHashes, verifyPassword } from "./password.ts";
import { absoluteSeconds } from "./sign-in-cookie.ts";
import { addSignIn, pruneSignIns } from "./sign-ins.ts";
import { findUser, normalUsername, type User } from "./users.ts";

export interface SignInAttempt {
  username: string;
  password: string;
  ip: string;
  userAgent: string;
  requestId: string;
}

const queue = () => perProcess("login-line", () => ({ tail: Promise.resolve<unknown>(undefined) }));

/** Runs `work` exclusively, in this process and among replicas: reading and writing the counters must not interleave.
 *  The queue of this process prevents many sign-ins from occupying every connection to the store while they wait. */
function serialized<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  const state = queue();
  const done = state.tail.then(() => withAttemptsLock(db, work));
  state.tail = done.catch(() => undefined);
  return done;
}

const tooMany = (untilMs: number, nowMs: number) => {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  return new Problem(429, "locked", "Too many failed sign-ins. Wait, then try again.", {
    retryAfterSeconds: seconds,
  });
};

interface Subjects {
  account: string;
  address: string;
}

/** Counts a failure for account and address ahead of the check; throws when either is locked. */
const reserve = (db: Database, subjects: Subjects, nowMs: number) =>
  serialized(db, async (trx) => {
    const account = await readAttempts(trx, subjects.account);
    const address = await readAttempts(trx, subjects.address);
    const until = Math.max(lockedUntil(account, nowMs) ?? 0, lockedUntil(address, nowMs) ?? 0);
    if (until > 0) throw tooMany(until, nowMs);
    await writeAttempts(trx, subjects.account, afterFailure(account, nowMs, accountRule), nowMs);
    await writeAttempts(trx, subjects.address, afterFailure(address, nowMs, addressRule), nowMs);
  });

/** Removes one counted failure. */
const release = (db: Database, subject: string, nowMs: number) =>
  serialized(db, async (trx) => {
    const now = await readAttempts(trx, subject);
    if (now === undefined || now.failures <= 1) return clearAttempts(trx, subject);
    await writeAttempts(trx, subject, { ...now, failures: now.failures - 1, locked_until_ms: 0 }, nowMs);
  });

async function check(db: Database, attempt: SignInAttempt, subjects: Subjects): Promise<User | undefined> {
  const user = await findUser(db, attempt.username);
  try {
    const right = await verifyPassword(attempt.password, user?.passwordHash);
    return right && user !== undefined && !user.disabled ? user : undefined;
  } catch (error) {
    await release(db, subjects.account, Date.now());
    await release(db, subjects.address, Date.now());
    if (!(error instanceof TooManyHashes)) throw error;
    throw new Problem(429, "busy", "Many people sign in at this moment. Try again.", {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.signInBusyMs),
    });
  }
}

/** Creates a sign-in for the right name and password; throws a Problem otherwise. */
export async function signIn(
  attempt: SignInAttempt,
): Promise<{ userId: string; username: string; sid: string }> {
  const db = database();
  const name = normalUsername(attempt.username);
  if (name === "" || name.length > 64 || attempt.password.length > maxPasswordLength) {
    throw new Problem(401, "wrong_credentials", "Wrong user name or password.");
  }
  const subjects = { account: `account:${name}`, address: `ip:${attempt.ip}` };
  await reserve(db, subjects, Date.now());
  const user = await check(db, attempt, subjects);
  const nowMs = Date.now();
  const event = {
    actor: name,
    ip: attempt.ip,
    requestId: attempt.requestId,
    action: "signIn",
    phase: "event",
  } as const;
  if (user === undefined) {
    await appendAudit(db, { ...event, role: "none", status: 401, code: "wrong_credentials" }, nowMs);
    throw new Problem(401, "wrong_credentials", "Wrong user name or password.");
  }
  await appendAudit(db, { ...event, role: user.role, status: 200 }, nowMs);
  await serialized(db, (trx) => clearAttempts(trx, subjects.account));
  await release(db, subjects.address, nowMs);
  await pruneSignIns(db, nowMs - 30 * absoluteSeconds * 1000);
  const sid = await addSignIn(db, { userId: user.id, ip: attempt.ip, userAgent: attempt.userAgent }, nowMs);
  return { userId: user.id, username: user.username, sid };
}
