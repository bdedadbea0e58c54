// Deletes the records of what ended long ago. One deletion is small, as the service does nothing else meanwhile.
import type { Clock } from "./clock.ts";
import { steadyTime } from "./file-retention.ts";
import { dayMs } from "./time-units.ts";

/** Records that one deletion takes: each may have nine megabytes. */
const batchSize = 50;
const pauseMs = 1_000;

export interface RecordRetentionDeps {
  /** How long records are stored after the end. */
  keepDays: number;
  /** For each kind of record: deletes up to `limit` that ended before a time, RFC 3339 in UTC, and returns how many. */
  deleteEndedBefore: readonly ((at: string, limit: number) => number)[];
  clock: Clock;
  /** Between checks. */
  everyMs: number;
  /** Receives errors of checks. */
  report: (error: unknown) => void;
}

export class RecordRetention {
  readonly #deps: RecordRetentionDeps;
  readonly #steadyTime: () => number | undefined;
  #stopTimer: () => void = () => undefined;

  constructor(deps: RecordRetentionDeps) {
    this.#deps = deps;
    this.#steadyTime = steadyTime(deps.clock, "record", deps.report);
  }

  /** Deletes what is too old from now on, again and again until `close`. */
  start(): void {
    const { everyMs, deleteEndedBefore } = this.#deps;
    this.#next(everyMs, deleteEndedBefore);
  }

  close(): void {
    this.#stopTimer();
  }

  #next(afterMs: number, kinds: RecordRetentionDeps["deleteEndedBefore"]): void {
    this.#stopTimer = this.#deps.clock.later(afterMs, () => this.#check(kinds));
  }

  #check(kinds: RecordRetentionDeps["deleteEndedBefore"]): void {
    const { keepDays, report } = this.#deps;
    const nowMs = this.#steadyTime();
    if (nowMs === undefined) {
      this.start();
      return;
    }
    const at = new Date(nowMs - keepDays * dayMs).toISOString();
    const withMore = kinds.filter((deleteBefore) => {
      try {
        return deleteBefore(at, batchSize) === batchSize;
      } catch (error) {
        report(error);
        return false;
      }
    });
    if (withMore.length > 0) this.#next(pauseMs, withMore);
    else this.start();
  }
}
