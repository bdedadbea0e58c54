// Throttles sign-ins by account and network. A device that has signed in to the account before is counted by itself, so
// that whoever guesses the account's password elsewhere cannot lock its owner out. Counters are read and written under
// one lock, a failure ahead of the check of its password: parallel guesses get no more than the limit.

import type { Database } from "../db/database.ts";
import { networkOf } from "../kernel/client-address.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import {
  afterAccountFailure,
  afterFailure,
  type Counters,
  deviceRule,
  isTurn,
  type LockRule,
  lockedUntil,
  networkRule,
  nextTurn,
  pairRule,
  takesTurns,
} from "./lockout.ts";
import { clearAttempts, readAttempts, withAttemptsLock, writeAttempts } from "./login-attempts.ts";

/** Who tries to sign in. */
export interface Guess {
  /** The account's name in the form in which names are compared; it need not exist. */
  account: string;
  exists: boolean;
  /** The client's address. */
  ip: string;
  /** The id of a known device of the account. */
  device: string | undefined;
}

const queue = perProcess("login-line", () => ({ tail: Promise.resolve<unknown>(undefined) }));

/** Runs `work` exclusively, in this process and among replicas: reading and writing the counters must not interleave.
 *  The queue of this process prevents many sign-ins from occupying every connection to the store while they wait. */
function serialized<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  const state = queue();
  const done = state.tail.then(() => withAttemptsLock(db, work));
  state.tail = done.catch(() => undefined);
  return done;
}

interface Subject {
  id: string;
  known: 0 | 1;
  rule: LockRule;
}

/** What is locked by failures of a guess; the first one is forgotten after a success. */
function lockedSubjects({ account, exists, ip, device }: Guess): [Subject, ...Subject[]] {
  const known = exists ? 1 : 0;
  if (device !== undefined) return [{ id: `device:${device}`, known, rule: deviceRule }];
  const network = networkOf(ip);
  return [
    { id: `pair:${account} ${network}`, known, rule: pairRule },
    { id: `network:${network}`, known: 0, rule: networkRule },
  ];
}

/** The counter of an account's unknown devices, and the turn of one network. */
const accountSubject = ({ account }: Guess) => `account:${account}`;
const turnSubject = ({ account, ip }: Guess) => `turn:${account} ${networkOf(ip)}`;

type Refusal = { code: "locked" | "slowed"; untilMs: number };

/** Takes the turn of an unknown device if it has come, else gives it one and returns when that is. */
async function waitForTurn(
  trx: Database,
  guess: Guess,
  account: Counters | undefined,
  nowMs: number,
): Promise<number | undefined> {
  if (!takesTurns(account, nowMs)) return undefined;
  const id = turnSubject(guess);
  const known = guess.exists ? 1 : 0;
  const given = (await readAttempts(trx, id))?.locked_until_ms;
  if (given !== undefined && given > nowMs) return given;
  if (given !== undefined && isTurn(given, nowMs)) {
    await clearAttempts(trx, id);
    return undefined;
  }
  const atMs = nextTurn(account, nowMs);
  const turn = { failures: 0, first_at_ms: nowMs, locked_until_ms: atMs, locks: 0, known };
  await writeAttempts(trx, id, turn, nowMs);
  await writeAttempts(trx, accountSubject(guess), { ...account, locked_until_ms: atMs, known }, nowMs);
  return atMs;
}

/** Counts a failure for all subjects, unless one is locked or has to wait. */
async function count(trx: Database, guess: Guess, nowMs: number): Promise<Refusal | undefined> {
  const subjects: (Subject & { stored: Counters | undefined })[] = [];
  for (const subject of lockedSubjects(guess))
    subjects.push({ ...subject, stored: await readAttempts(trx, subject.id) });
  const lockedMs = Math.max(0, ...subjects.map(({ stored }) => lockedUntil(stored, nowMs) ?? 0));
  if (lockedMs > 0) return { code: "locked", untilMs: lockedMs };
  if (guess.device === undefined) {
    const id = accountSubject(guess);
    const account = await readAttempts(trx, id);
    const turnMs = await waitForTurn(trx, guess, account, nowMs);
    if (turnMs !== undefined) return { code: "slowed", untilMs: turnMs };
    const known = guess.exists ? 1 : 0;
    await writeAttempts(trx, id, { ...afterAccountFailure(account, nowMs), known }, nowMs);
  }
  for (const { id, known, rule, stored } of subjects)
    await writeAttempts(trx, id, { ...afterFailure(stored, nowMs, rule), known }, nowMs);
  return undefined;
}

const messages = {
  locked: "Too many failed sign-ins. Wait, then try again.",
  slowed: "Many wrong passwords were tried for this account. Wait, then try again.",
} as const satisfies Record<Refusal["code"], string>;

/** Counts a failure ahead of the check of a password. Throws a Problem (429) with a Retry-After: `locked`, or `slowed`
 *  for an unknown device that has to wait its turn. */
export async function countFailure(db: Database, guess: Guess, nowMs: number): Promise<void> {
  const refusal = await serialized(db, (trx) => count(trx, guess, nowMs));
  if (refusal === undefined) return;
  const { code, untilMs } = refusal;
  const retryAfterSeconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  throw new Problem(429, code, messages[code], { retryAfterSeconds });
}

/** Takes one counted failure of a subject back. */
async function takeBack(trx: Database, id: string, unlock: boolean, nowMs: number): Promise<void> {
  const stored = await readAttempts(trx, id);
  if (stored === undefined) return;
  if (stored.failures <= 1) return clearAttempts(trx, id);
  const locked_until_ms = unlock ? 0 : stored.locked_until_ms;
  await writeAttempts(trx, id, { ...stored, failures: stored.failures - 1, locked_until_ms }, nowMs);
}

/** Takes back what `countFailure` has counted, for a password that could not be checked. */
export const uncountFailure = (db: Database, guess: Guess, nowMs: number): Promise<void> =>
  serialized(db, async (trx) => {
    for (const { id } of lockedSubjects(guess)) await takeBack(trx, id, true, nowMs);
    if (guess.device === undefined) await takeBack(trx, accountSubject(guess), false, nowMs);
  });

/** After a success: forgets the failures of the device, or of the account in that network. Others' failures stay. */
export const forgiveFailures = (db: Database, guess: Guess, nowMs: number): Promise<void> =>
  serialized(db, async (trx) => {
    const [own, ...others] = lockedSubjects(guess);
    await clearAttempts(trx, own.id);
    for (const { id } of others) await takeBack(trx, id, true, nowMs);
    if (guess.device === undefined) await takeBack(trx, accountSubject(guess), false, nowMs);
  });
