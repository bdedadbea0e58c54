import { paces } from "../kernel/paces.ts";

/**
 * Milliseconds to wait before attempt number `attempt` (from 0) to read a log: 0.25 to 1.5 s, doubling, with the upper
 * half random.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const { minBackoffMs, firstBackoffMs, maxBackoffMs } = paces.logs;
  const fullMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(attempt, 10));
  return Math.max(minBackoffMs, Math.round(fullMs * (0.5 + random() / 2)));
}
