// How failed sign-ins slow down guessing. A subject that can be distinguished is locked after a number of failures within a
// window, each time for longer; an account that is guessed from many networks only makes new devices wait their turn.
// Pure.
import { minuteMs } from "../../bff/time-units.ts";
import type { Attempts } from "./login-attempts.ts";

export interface LockRule {
  failures: number;
  windowMs: number;
}

/** One known device, for the account that has signed in with it. */
export const deviceRule: LockRule = { failures: 5, windowMs: 5 * minuteMs };
/** One account from the unknown devices of one network. */
export const pairRule: LockRule = { failures: 5, windowMs: 5 * minuteMs };
/** All accounts from the unknown devices of one network. */
export const networkRule: LockRule = { failures: 20, windowMs: 5 * minuteMs };
/** One account from unknown devices anywhere: above `failures` they take turns, none of which is further away than
 *  `longestWaitMs`. Nobody is locked out by it, so that nobody can lock others out. */
export const accountRule = {
  failures: 50,
  windowMs: 60 * minuteMs,
  turnMs: 10_000,
  longestWaitMs: 15 * minuteMs,
} as const;

const firstLockMs = minuteMs;
const longestLockMs = 15 * minuteMs;
const forgetLocksAfterMs = 60 * minuteMs;

const lockLength = (locksBefore: number) => Math.min(firstLockMs * 2 ** locksBefore, longestLockMs);

/** Counters as they are stored. */
export type Counters = Omit<Attempts, "known">;

const none = (nowMs: number): Counters => ({ failures: 0, first_at_ms: nowMs, locked_until_ms: 0, locks: 0 });

/** Epoch milliseconds until which the subject is locked, or undefined when it may try. */
export function lockedUntil(attempts: Counters | undefined, nowMs: number): number | undefined {
  return attempts === undefined || attempts.locked_until_ms <= nowMs ? undefined : attempts.locked_until_ms;
}

/** The state after one more failure. */
export function afterFailure(attempts: Counters | undefined, nowMs: number, rule: LockRule): Counters {
  const old = attempts ?? none(nowMs);
  const { locked_until_ms } = old;
  const lockEnded = locked_until_ms > 0 && locked_until_ms <= nowMs && old.failures >= rule.failures;
  const fresh = lockEnded || nowMs - old.first_at_ms >= rule.windowMs;
  const failures = fresh ? 1 : old.failures + 1;
  const first_at_ms = fresh ? nowMs : old.first_at_ms;
  const locks = nowMs - locked_until_ms > forgetLocksAfterMs ? 0 : old.locks;
  if (failures < rule.failures) return { failures, first_at_ms, locked_until_ms, locks };
  return { failures, first_at_ms, locked_until_ms: nowMs + lockLength(locks), locks: locks + 1 };
}

/** The state of an account after one more failure; its `locked_until_ms` is the last turn that was given. */
export function afterAccountFailure(attempts: Counters | undefined, nowMs: number): Counters {
  const old = attempts ?? none(nowMs);
  const fresh = nowMs - old.first_at_ms >= accountRule.windowMs;
  return { ...old, failures: fresh ? 1 : old.failures + 1, first_at_ms: fresh ? nowMs : old.first_at_ms };
}

/** Whether unknown devices have to take turns for an account. */
export const takesTurns = (account: Counters | undefined, nowMs: number): account is Counters =>
  account !== undefined &&
  account.failures >= accountRule.failures &&
  nowMs - account.first_at_ms < accountRule.windowMs;

/** The next turn of an account; when all within the longest wait are given, its end is shared. */
export const nextTurn = (account: Counters, nowMs: number): number =>
  Math.min(Math.max(account.locked_until_ms, nowMs) + accountRule.turnMs, nowMs + accountRule.longestWaitMs);

/** Whether a turn that was given has come and is not forfeited yet. */
export const isTurn = (turnAtMs: number, nowMs: number): boolean =>
  turnAtMs <= nowMs && nowMs - turnAtMs < accountRule.longestWaitMs;
