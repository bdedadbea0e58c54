import { paces } from "../paces.ts";

/** Wait before attempt number `attempt` (from 0): 1 to 30 s, doubling, the upper half of it random. */
export function backoffMs(attempt: number, random: () => number): number {
  const { leastBackoffMs, firstBackoffMs, longestBackoffMs } = paces.logs;
  const fullMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(attempt, 10));
  return Math.max(leastBackoffMs, Math.round(fullMs * (0.5 + random() / 2)));
}
