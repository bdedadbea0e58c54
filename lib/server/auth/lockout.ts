// Lockout against password guessing: after a number of failures within a window a subject (an account or an address) is
// locked, each time for longer. Pure.
import type { Attempts } from "./login-attempts.ts";

export const accountRule = { failures: 5, windowMs: 5 * 60_000 } as const;
export const addressRule = { failures: 20, windowMs: 5 * 60_000 } as const;
type Rule = { failures: number; windowMs: number };

const firstLockMs = 60_000;
const longestLockMs = 15 * 60_000;
const forgetLocksAfterMs = 60 * 60_000;

const lockLength = (locksBefore: number) => Math.min(firstLockMs * 2 ** locksBefore, longestLockMs);

/** Epoch milliseconds until which the subject is locked, or undefined when it may try. */
export function lockedUntil(attempts: Attempts | undefined, nowMs: number): number | undefined {
  return attempts === undefined || attempts.lockedUntilMs <= nowMs ? undefined : attempts.lockedUntilMs;
}

/** The state after one more failure. */
export function afterFailure(attempts: Attempts | undefined, nowMs: number, rule: Rule): Attempts {
  const old = attempts ?? { failures: 0, firstAtMs: nowMs, lockedUntilMs: 0, locks: 0 };
  const { lockedUntilMs } = old;
  const lockEnded = lockedUntilMs > 0 && lockedUntilMs <= nowMs && old.failures >= rule.failures;
  const fresh = lockEnded || nowMs - old.firstAtMs >= rule.windowMs;
  const failures = fresh ? 1 : old.failures + 1;
  const firstAtMs = fresh ? nowMs : old.firstAtMs;
  const locks = nowMs - lockedUntilMs > forgetLocksAfterMs ? 0 : old.locks;
  if (failures < rule.failures) return { failures, firstAtMs, lockedUntilMs, locks };
  return { failures, firstAtMs, lockedUntilMs: nowMs + lockLength(locks), locks: locks + 1 };
}
