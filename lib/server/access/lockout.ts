// When guessing stops: after so many failures in a window a subject is locked, each time for longer. Pure.
import type { Attempts } from "../store/login-attempts.ts";

export const accountRule = { failures: 5, windowMs: 5 * 60_000 } as const;
export const addressRule = { failures: 20, windowMs: 5 * 60_000 } as const;
type Rule = { failures: number; windowMs: number };

const firstLockMs = 60_000;
const longestLockMs = 15 * 60_000;
const forgetLocksAfterMs = 60 * 60_000;

/** Epoch milliseconds until which the subject is locked, or undefined when it may try. */
export function lockedUntil(attempts: Attempts | undefined, nowMs: number): number | undefined {
  return attempts !== undefined && attempts.lockedUntilMs > nowMs ? attempts.lockedUntilMs : undefined;
}

/** The state after one more failure. */
export function afterFailure(attempts: Attempts | undefined, nowMs: number, rule: Rule): Attempts {
  const old = attempts ?? { failures: 0, firstAtMs: nowMs, lockedUntilMs: 0, locks: 0 };
  const lockEnded = old.lockedUntilMs > 0 && old.lockedUntilMs <= nowMs && old.failures >= rule.failures;
  const fresh = lockEnded || nowMs - old.firstAtMs >= rule.windowMs;
  const failures = fresh ? 1 : old.failures + 1;
  const firstAtMs = fresh ? nowMs : old.firstAtMs;
  const locks = nowMs - old.lockedUntilMs > forgetLocksAfterMs ? 0 : old.locks;
  if (failures < rule.failures) return { failures, firstAtMs, lockedUntilMs: old.lockedUntilMs, locks };
  const lockMs = Math.min(firstLockMs * 2 ** locks, longestLockMs);
  return { failures, firstAtMs, lockedUntilMs: nowMs + lockMs, locks: locks + 1 };
}
