// How long a sign-in and its keys are valid. Pure. The times are not divided by TEST_SPEEDUP.
import { absoluteSeconds } from "./sign-in-cookie.ts";
import type { SignInKeys, SignInRecord } from "./sign-ins.ts";

/** A sign-in ends after this time without activity of its user. */
export const idleMs = 30 * 60_000;
/** A key is replaced after this time. */
export const rotateMs = 10 * 60_000;
/** How long the previous key is accepted once the new one is in use: for calls that were already on their way. */
const graceMs = 30_000;

/** When a sign-in ends in any case, in epoch milliseconds. */
export const endOf = ({ createdAtMs }: Pick<SignInRecord, "createdAtMs">): number =>
  createdAtMs + absoluteSeconds * 1000;

/** Whether a sign-in is valid at a time, apart from its key. */
export const isValid = (record: SignInRecord, nowMs: number): boolean =>
  !record.revoked && !record.disabled && nowMs < endOf(record) && nowMs - record.seenAtMs < idleMs;

/** Whether a sign-in may be used with a key. The previous one is valid until shortly after the first use of the new one:
 *  the answer that contained the new one may have been lost. */
export function isAccepted(key: string, keys: SignInKeys, nowMs: number): boolean {
  if (key === keys.key) return true;
  return key === keys.previousKey && (keys.confirmedAtMs === null || nowMs - keys.confirmedAtMs < graceMs);
}
