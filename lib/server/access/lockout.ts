// When guessing stops: after so many failures in a window a subject is locked, each time for longer. Pure.
import { clocksApartMs } from "../moment.ts";
import type { Attempts } from "../store/login-attempts.ts";

export const accountRule = { failures: 5, windowMs: 5 * 60_000 } as const;
export const addressRule = { failures: 20, windowMs: 5 * 60_000 } as const;
type Rule = { failures: number; windowMs: number };

const firstLockMs = 60_000;
const longestLockMs = 15 * 60_000;
const forgetLocksAfterMs = 60 * 60_000;

const lockLength = (locksBefore: number) => Math.min(firstLockMs * 2 ** locksBefore, longestLockMs);

/** Epoch milliseconds until which the subject is locked, or undefined when it may try. */
export function lockedUntil(attempts: Attempts | undefined, nowMs: number): number | undefined {
  if (attempts === undefined || attempts.lockedUntilMs <= nowMs) return undefined;
  // One that reaches further ahead than it is long is from before the clock was set back.
  const mostMs = lockLength(attempts.locks - 1) + clocksApartMs;
  return attempts.lockedUntilMs - nowMs <= mostMs ? attempts.lockedUntilMs : undefined;
}

/** The state after one more failure. */
export function afterFailure(attempts: Attempts | undefined, nowMs: number, rule: Rule): Attempts {
  const old = attempts ?? { failures: 0, firstAtMs: nowMs, lockedUntilMs: 0, locks: 0 };
  // A lock that is over ended now at the latest, whatever the clock said when it was set.
  const lockedUntilMs = lockedUntil(old, nowMs) ?? Math.min(old.lockedUntilMs, nowMs);
  const lockEnded = lockedUntilMs > 0 && lockedUntilMs <= nowMs && old.failures >= rule.failures;
  const fresh = lockEnded || Math.abs(nowMs - old.firstAtMs) >= rule.windowMs;
  const failures = fresh ? 1 : old.failures + 1;
  const firstAtMs = fresh ? nowMs : old.firstAtMs;
  const locks = nowMs - lockedUntilMs > forgetLocksAfterMs ? 0 : old.locks;
  if (failures < rule.failures) return { failures, firstAtMs, lockedUntilMs, locks };
  return { failures, firstAtMs, lockedUntilMs: nowMs + lockLength(locks), locks: locks + 1 };
}
