// How far evidence of ended browsers was sorted out, so that the next leader goes on there, however long there was none.
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";

const progress = z.object({ to_ms: z.number() });

export interface SortedOutDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  clock: Pick<Clock, "nowMs">;
}

/** What was found to be sorted out: the oldest end first, and no more than a limit. */
export interface FoundEnded {
  readonly count: number;
  readonly limit: number;
  /** Epoch milliseconds; undefined for nothing. */
  readonly lastEndedMs: number | undefined;
}

export class SortedOut {
  readonly #deps: SortedOutDeps;
  readonly #checkpoint: string;
  #toMs: number | undefined;
  #writtenMs: number | undefined;

  /** `checkpoint`: its name. */
  constructor(checkpoint: string, deps: SortedOutDeps) {
    this.#checkpoint = checkpoint;
    this.#deps = deps;
  }

  /**
   * Ends of browsers to look at (epoch ms): those of the last hour, as it may become known later what an invocation came to,
   * and earlier ones that were not looked at yet.
   */
  async range(): Promise<{ fromMs: number; toMs: number }> {
    const { db, clock } = this.#deps;
    const { sortOutAfterMs, sortOutWithinMs } = paces.logRecorder;
    this.#toMs ??= (await readCheckpoint(db, this.#checkpoint, progress))?.to_ms;
    const nowMs = clock.nowMs();
    const recentMs = nowMs - sortOutWithinMs;
    return { fromMs: Math.min(recentMs, this.#toMs ?? recentMs), toMs: nowMs - sortOutAfterMs };
  }

  /** What was found in the range is sorted out: of more than the limit those that ended first. */
  async reached(
    { fromMs, toMs }: { fromMs: number; toMs: number },
    { count, limit, lastEndedMs = toMs }: FoundEnded,
  ): Promise<void> {
    const reachedMs = count < limit ? toMs : Math.max(lastEndedMs, fromMs + 1);
    this.#toMs = reachedMs;
    const { sortedOutNotedMs } = paces.logRecorder;
    if (Math.abs(reachedMs - (this.#writtenMs ?? Number.NEGATIVE_INFINITY)) < sortedOutNotedMs) return;
    await this.#deps.write((trx) => writeCheckpoint(trx, this.#checkpoint, { to_ms: reachedMs }));
    this.#writtenMs = reachedMs;
  }
}
