/** Wait before attempt number `attempt` (from 0): 1 to 30 s, doubling, the upper half of it random. */
export function backoffMs(attempt: number, random: () => number): number {
  const fullMs = Math.min(30_000, 2000 * 2 ** Math.min(attempt, 10));
  return Math.max(1000, Math.round(fullMs * (0.5 + random() / 2)));
}
