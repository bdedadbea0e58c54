// Selects which files of ended sessions (recordings, telemetry) to delete.
import type { Clock } from "./clock.ts";

export interface StoredFile {
  id: string;
  /** RFC 3339. */
  finishedAt: string;
  sizeBytes: number;
}

export interface RetentionLimits {
  keepMs: number;
  keepBytes: number;
}

/** The most that the system's clock may differ from the time that passed, suspensions of the machine included. */
const jumpMs = 600_000;
const steadyForMs = 6 * 3_600_000;

/**
 * Returns the time for deleting by age, or undefined until the system's clock has been steady for six hours since the
 * start or a jump: an operator can correct a wrong clock before it makes everything expire. `what` is deleted by it.
 * Files of this process have the times of `timestamp`, which a jump does not move, earlier ones those of another clock: the
 * earlier of both makes nothing older than it is.
 */
export function steadyTime(
  clock: Clock,
  what: string,
  report: (error: unknown) => void,
): () => number | undefined {
  const aheadMs = () => clock.nowMs() - Date.parse(clock.timestamp());
  let sinceMs = clock.monotonicMs();
  let lastAheadMs = aheadMs();
  return () => {
    const nowAheadMs = aheadMs();
    if (Math.abs(nowAheadMs - lastAheadMs) > jumpMs) {
      sinceMs = clock.monotonicMs();
      report(new Error(`The clock jumped: no ${what} is deleted by age for six hours.`));
    }
    lastAheadMs = nowAheadMs;
    if (clock.monotonicMs() - sinceMs < steadyForMs) return undefined;
    return Date.parse(clock.timestamp()) + Math.min(0, nowAheadMs);
  };
}

/** Ids of the files that are too old, unless `nowMs` is undefined, and of the oldest ones above the size limit.
 *  `finished` is newest first. */
export function selectExpired(
  finished: readonly StoredFile[],
  limits: RetentionLimits,
  nowMs: number | undefined,
): string[] {
  let totalBytes = 0;
  return finished
    .filter(({ finishedAt, sizeBytes }) => {
      if (nowMs !== undefined && nowMs - Date.parse(finishedAt) > limits.keepMs) return true;
      totalBytes += sizeBytes;
      return totalBytes > limits.keepBytes;
    })
    .map(({ id }) => id);
}
