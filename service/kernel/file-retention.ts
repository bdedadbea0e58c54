// Selects which files of ended sessions (recordings, telemetry) to delete.
import type { Clock } from "./clock.ts";
import { hourMs } from "./time-units.ts";

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
const steadyForMs = 6 * hourMs;

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

/** What the age of files is compared with. */
export interface RetentionTimes {
  /** The present in epoch milliseconds; undefined: nothing is too old. */
  nowMs: number | undefined;
  /** When a file was last written, epoch milliseconds; undefined when it is not there. */
  written: (id: string) => Promise<number | undefined>;
}

/**
 * Ids of the files that are too old, and of the oldest ones above the size limit. `finished` is newest first. A file is as
 * old as the later of its end and its last write: the end may be from a clock that was behind.
 */
export async function selectExpired(
  finished: readonly StoredFile[],
  limits: RetentionLimits,
  { nowMs, written }: RetentionTimes,
): Promise<string[]> {
  const isOld = (atMs: number) => nowMs !== undefined && nowMs - atMs > limits.keepMs;
  const expired: string[] = [];
  let totalBytes = 0;
  for (const { id, finishedAt, sizeBytes } of finished) {
    const endMs = Date.parse(finishedAt);
    const isTooOld = isOld(endMs) && isOld((await written(id)) ?? endMs);
    if (!isTooOld) totalBytes += sizeBytes;
    if (isTooOld || totalBytes > limits.keepBytes) expired.push(id);
  }
  return expired;
}
