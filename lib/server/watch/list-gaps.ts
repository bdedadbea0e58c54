// Writes down the times in which nobody read a list: opened when it gives no answer, closed by the next one, also by
// the next leader's. What was missed while nobody led begins where the last leader said that it read last.
import type { RecorderListName } from "../../bff/recorder.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import { closeGap, hasOpenGap, openGap } from "../store/gaps.ts";
import { maxSilenceMs } from "./pool-history.ts";

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
  #lastGoodMs: number | null = null;
  #begun = false;

  constructor(deps: ListGapsDeps) {
    this.#deps = deps;
  }

  /** Before each turn; the first of a term says what was missed before it. Rejects when the store does. */
  async begin(): Promise<void> {
    if (this.#begun) return;
    const { list, write, lastGoodMs, clock } = this.#deps;
    const last = await lastGoodMs();
    if (last !== null && clock.nowMs() - last > maxSilenceMs)
      await write((trx) => openGap(trx, list, last, "not_running"));
    this.#lastGoodMs = last;
    this.#begun = true;
  }

  /** There is an answer of `atMs`: told within the transaction that keeps it, and `kept` after it. */
  answered(trx: Database, atMs: number): Promise<void> {
    return closeGap(trx, this.#deps.list, atMs);
  }

  /** The answer of `atMs` is kept: what is missing later is missing since then. */
  kept(atMs: number): void {
    this.#lastGoodMs = atMs;
  }

  /** The same for an answer of which nothing is kept here: writes only what is to be closed. */
  async settle(atMs: number): Promise<void> {
    const { db, list, write } = this.#deps;
    if (await hasOpenGap(db, list)) await write((trx) => this.answered(trx, atMs));
    this.kept(atMs);
  }

  /** There was no answer, because of `code`: nothing is known since the last one. */
  async failed(trx: Database, code: string): Promise<void> {
    const nowMs = this.#deps.clock.nowMs();
    await openGap(trx, this.#deps.list, Math.min(this.#lastGoodMs ?? nowMs, nowMs), code);
  }
}
