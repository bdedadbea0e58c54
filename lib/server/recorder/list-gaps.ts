// Records gaps in the reading of a list: times without an answer longer than `maxSilenceMs`, so that a single failed poll
// is no gap. A gap is opened after that time and closed by the next answer, also by that of the next leader. A gap without
// a leader starts at the last leader's last answer; one in which the process was suspended is found by the next turn.
import type { RecorderListName } from "../../bff/recorder.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { closeGap, hasOpenGap, openGap } from "../db/gaps.ts";
import { paces } from "../kernel/paces.ts";

const { maxSilenceMs } = paces.polling;
const notPolled = "not_polled";

export interface ListGapsDeps {
  list: RecorderListName;
  db: Database;
  /** Runs in one transaction, which fails when another replica holds the lease. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  /** When the list was last read before this term; epoch milliseconds, null: never. */
  lastGoodMs: () => Promise<number | null>;
  clock: Clock;
}

export class ListGaps {
  readonly #deps: ListGapsDeps;
  /** Time of the last answer, or else of the first failure; undefined: nothing can be missing. */
  #sinceMs: number | undefined;
  /** Code of the first failure since the last answer. */
  #reason: string | undefined;
  #begun = false;
  #turnMs = Number.POSITIVE_INFINITY;

  constructor(deps: ListGapsDeps) {
    this.#deps = deps;
  }

  /** Called before each turn: opens the gap from before this term, and detects a delayed turn. Rejects with errors of
   *  the database. */
  async begin(): Promise<void> {
    const { list, write, lastGoodMs, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const late = nowMs - this.#turnMs > maxSilenceMs;
    this.#turnMs = nowMs;
    if (!this.#begun) {
      const last = (await lastGoodMs()) ?? undefined;
      if (last !== undefined && nowMs - last > maxSilenceMs)
        await write((trx) => openGap(trx, list, last, "not_running"));
      this.#sinceMs = last;
      this.#begun = true;
      return;
    }
    // The process or the machine was suspended.
    if (late && this.#isSilent(nowMs)) this.#reason ??= notPolled;
  }

  /** Handles an answer of `atMs` (null: the upstream lacks the list) in the transaction that stores it; `stored` is
   *  called after it. */
  async answered(trx: Database, atMs: number | null): Promise<void> {
    const { list, clock } = this.#deps;
    await this.#openIfSilent(trx, atMs ?? clock.nowMs());
    await closeGap(trx, list, atMs ?? clock.nowMs());
  }

  /** The answer of `atMs` was stored: a later gap starts there. Null (no such list): there are no gaps. */
  stored(atMs: number | null): void {
    this.#sinceMs = atMs ?? undefined;
    this.#reason = undefined;
  }

  /** Both for an answer that is not stored here: writes only if a gap must be opened or closed. */
  async settle(atMs: number | null): Promise<void> {
    const { db, list, write } = this.#deps;
    if ((atMs !== null && this.#isSilent(atMs)) || (await hasOpenGap(db, list)))
      await write((trx) => this.answered(trx, atMs));
    this.stored(atMs);
  }

  /** Notes a failure with `code`, for a gap that is opened later: the database may be what fails. */
  note(code: string): void {
    this.#reason ??= code;
    this.#sinceMs ??= this.#deps.clock.nowMs();
  }

  /** Handles a failure with `code`; opens a gap when there has been no answer for too long. */
  async failed(trx: Database, code: string): Promise<void> {
    this.note(code);
    await this.#openIfSilent(trx, this.#deps.clock.nowMs());
  }

  #isSilent(atMs: number): boolean {
    return this.#sinceMs !== undefined && atMs - this.#sinceMs > maxSilenceMs;
  }

  async #openIfSilent(trx: Database, atMs: number): Promise<void> {
    if (this.#sinceMs !== undefined && this.#isSilent(atMs))
      await openGap(trx, this.#deps.list, this.#sinceMs, this.#reason ?? notPolled);
  }
}
