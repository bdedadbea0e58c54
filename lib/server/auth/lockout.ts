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
  return attempts === undefined || attempts.locked_until_ms <= nowMs ? undefined : attempts.locked_until_ms;
}

/** The state after one more failure. */
export function afterFailure(attempts: Attempts | undefined, nowMs: number, rule: Rule): Attempts {
  const old = attempts ?? { failures: 0, first_at_ms: nowMs, locked_until_ms: 0, locks: 0 };
  const { locked_until_ms } = old;
  const lockEnded = locked_until_ms > 0 && locked_until_ms <= nowMs && old.failures >= rule.failures;
  const fresh = lockEnded || nowMs - old.first_at_ms >= rule.windowMs;
  const failures = fresh ? 1 : old.failures + 1;
  const first_at_ms = fresh ? nowMs : old.first_at_ms;
  const locks = nowMs - locked_until_ms > forgetLocksAfterMs ? 0 : old.locks;
  if (failures < rule.failures) return { failures, first_at_ms, locked_until_ms, locks };
  return { failures, first_at_ms, locked_until_ms: nowMs + lockLength(locks), locks: locks + 1 };
}
