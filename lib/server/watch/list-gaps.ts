// Writes down the times in which nobody read a list: those that were longer than a list may go unread, for one failed
// poll between two answers leaves out nothing that a slow pace does not. Opened when it has been silent for too long,
// closed by the next answer, also by the next leader's. What was missed while nobody led begins where the last leader
// said that it read last; what was missed while the program stood still is known by the first answer after it.
import type { RecorderListName } from "../../bff/recorder.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { closeGap, hasOpenGap, openGap } from "../store/gaps.ts";

const { maxSilenceMs } = paces.polling;
const notPolled = "not_polled";

export interface ListGapsDeps {
  list: RecorderListName;
  db: Database;
  /** Runs in one transaction that is refused when the lease is another's. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  /** When the list was last read before this term; epoch milliseconds, null: never. */
  lastGoodMs: () => Promise<number | null>;
  clock: Clock;
}

export class ListGaps {
  readonly #deps: ListGapsDeps;
  /** The last answer; without one the first failure. Undefined: there is nothing that could be missing. */
  #sinceMs: number | undefined;
  /** What first kept the next answer away. */
  #why: string | undefined;
  #begun = false;
  #turnMs = Number.POSITIVE_INFINITY;

  constructor(deps: ListGapsDeps) {
    this.#deps = deps;
  }

  /** Before each turn: says what was missed before a term, and knows a turn that comes far too late. Rejects when the
   *  store does. */
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
    // Nobody polled: the program was held or the machine slept, or the clock was set ahead.
    if (late && this.#isSilent(nowMs)) this.#why ??= notPolled;
  }

  /** There is an answer of `atMs` (null: the upstream has no such list): told within the transaction that keeps it,
   *  and `kept` after it. */
  async answered(trx: Database, atMs: number | null): Promise<void> {
    const { list, clock } = this.#deps;
    await this.#openIfSilent(trx, atMs ?? clock.nowMs());
    await closeGap(trx, list, atMs ?? clock.nowMs());
  }

  /** The answer of `atMs` is kept: what is missing later is missing since then. Of no list nothing is missing. */
  kept(atMs: number | null): void {
    this.#sinceMs = atMs ?? undefined;
    this.#why = undefined;
  }

  /** The same for an answer of which nothing is kept here: writes only what is to be opened or closed. */
  async settle(atMs: number | null): Promise<void> {
    const { db, list, write } = this.#deps;
    if ((atMs !== null && this.#isSilent(atMs)) || (await hasOpenGap(db, list)))
      await write((trx) => this.answered(trx, atMs));
    this.kept(atMs);
  }

  /** There was no answer, because of `code`: a gap once that has lasted for too long. */
  async failed(trx: Database, code: string): Promise<void> {
    const nowMs = this.#deps.clock.nowMs();
    this.#why ??= code;
    this.#sinceMs = Math.min(this.#sinceMs ?? nowMs, nowMs);
    await this.#openIfSilent(trx, nowMs);
  }

  #isSilent(atMs: number): boolean {
    return this.#sinceMs !== undefined && atMs - this.#sinceMs > maxSilenceMs;
  }

  async #openIfSilent(trx: Database, atMs: number): Promise<void> {
    if (this.#sinceMs !== undefined && this.#isSilent(atMs))
      await openGap(trx, this.#deps.list, this.#sinceMs, this.#why ?? notPolled);
  }
}
