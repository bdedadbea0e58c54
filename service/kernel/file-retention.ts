// Deletes old files of ended sessions: recordings and telemetry.
import type { Clock } from "./clock.ts";
import { dayMs, hourMs } from "./time-units.ts";

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

export interface FileRetentionDeps {
  /** What is deleted, for operators: `recording`. */
  what: string;
  limits: { keepDays: number; keepBytes: number };
  /** What may be deleted now, newest first. */
  finished: () => readonly StoredFile[];
  written: RetentionTimes["written"];
  remove: (id: string) => Promise<void>;
  clock: Clock;
  /** Between checks. */
  everyMs: number;
  /** Receives errors of checks. */
  report: (error: unknown) => void;
}

export class FileRetention {
  readonly #deps: FileRetentionDeps;
  readonly #steadyTime: () => number | undefined;
  #stopTimer: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: FileRetentionDeps) {
    this.#deps = deps;
    this.#steadyTime = steadyTime(deps.clock, deps.what, deps.report);
  }

  /** Deletes what is to be deleted, and does so again and again until `close`. Resolves after the first time; never rejects. */
  async start(): Promise<void> {
    const { clock, everyMs, report } = this.#deps;
    await this.removeOld().catch(report);
    if (!this.#isClosed) this.#stopTimer = clock.later(everyMs, () => void this.start());
  }

  /** Deletes what is too old, and the oldest above the size limit. */
  async removeOld(): Promise<void> {
    const { limits, finished, written, remove } = this.#deps;
    const { keepDays, keepBytes } = limits;
    const times = { nowMs: this.#steadyTime(), written };
    const expired = await selectExpired(finished(), { keepMs: keepDays * dayMs, keepBytes }, times);
    for (const id of expired) await remove(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }
}
