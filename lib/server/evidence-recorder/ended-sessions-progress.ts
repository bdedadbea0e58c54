// How far evidence of ended browsers was sorted out, so that the next leader goes on there, however long there was none.
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";

const progress = z.object({ to_ms: z.number() });

export interface EndedSessionsProgressDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  clock: Pick<Clock, "nowMs" | "monotonicMs">;
}

/** What was found to be sorted out: the oldest end first, and no more than a limit. */
export interface FoundEnded {
  readonly count: number;
  readonly limit: number;
  /** Epoch milliseconds; undefined for nothing. */
  readonly lastEndedMs: number | undefined;
}

export class EndedSessionsProgress {
  readonly #deps: EndedSessionsProgressDeps;
  readonly #checkpoint: string;
  /** Where the ranges begin, unless they begin an hour ago; undefined before the first one. */
  #fromMs: number | undefined;
  /** Until when they begin there, by the monotonic clock. */
  #firstUntilMs = 0;
  #writtenMs: number | undefined;

  /** `checkpoint`: its name. */
  constructor(checkpoint: string, deps: EndedSessionsProgressDeps) {
    this.#checkpoint = checkpoint;
    this.#deps = deps;
  }

  /**
   * Ends of browsers to look at (epoch ms): those of the last hour, as it may become known later what an invocation came to,
   * and earlier ones that were not looked at yet. In the first hour of a leader also those of the last hour of the one
   * before, as it only becomes known now what their invocations came to.
   */
  async range(): Promise<{ fromMs: number; toMs: number }> {
    const { db, clock } = this.#deps;
    const { reviewAfterMs, reviewWithinMs } = paces.evidenceRecorder;
    const nowMs = clock.nowMs();
    if (this.#fromMs === undefined) {
      const { to_ms: toMs } = (await readCheckpoint(db, this.#checkpoint, progress)) ?? { to_ms: nowMs };
      this.#fromMs = toMs - reviewWithinMs;
      this.#firstUntilMs = clock.monotonicMs() + reviewWithinMs;
    }
    return { fromMs: Math.min(nowMs - reviewWithinMs, this.#fromMs), toMs: nowMs - reviewAfterMs };
  }

  /** What was found in the range is sorted out: of more than the limit those that ended first. */
  async reached(
    { fromMs, toMs }: { fromMs: number; toMs: number },
    { count, limit, lastEndedMs = toMs }: FoundEnded,
  ): Promise<void> {
    const { reviewNotedMs, reviewWithinMs } = paces.evidenceRecorder;
    const isFirst = this.#deps.clock.monotonicMs() < this.#firstUntilMs;
    if (count >= limit) this.#fromMs = Math.max(lastEndedMs, fromMs + 1);
    else if (!isFirst) this.#fromMs = toMs;
    // The next leader begins an hour before what is written.
    const reachedMs = count < limit && isFirst ? fromMs + reviewWithinMs : (this.#fromMs ?? toMs);
    if (Math.abs(reachedMs - (this.#writtenMs ?? Number.NEGATIVE_INFINITY)) < reviewNotedMs) return;
    await this.#deps.write((trx) => writeCheckpoint(trx, this.#checkpoint, { to_ms: reachedMs }));
    this.#writtenMs = reachedMs;
  }
}
