// Lets the past go, a little at a time, so that no write waits long: samples are thinned out to five minutes after
// the raw hours, everything recorded goes after the days, and the oldest goes earlier when the store is too large:
// runs, and then ids that have ended. The audit and what somebody pinned are never touched.
import type { Retention } from "../env.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import { usedBytes } from "../store/disk.ts";
import { writeMark } from "../store/marks.ts";
import { thinProcessSamples } from "../store/process-steps.ts";
import { dropOld, dropOldestEnded, dropOldestRuns, dropRuns } from "../store/retention.ts";
import { floorsMark, readFloors } from "../store/runs.ts";
import { thinPoolSamples } from "../store/thin-samples.ts";

const hourMs = 3_600_000;
const stepsPerTurn = 25;
/** How far the clock may run ahead of time that passed before it is not believed any more. */
const believedAheadMs = 600_000;

export const trimmedMark = "trimmed";
export const trimmedIdsMark = "trimmed_ids";

export interface JanitorDeps {
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  retention: Retention;
  clock: Clock;
  monotonicMs: () => number;
  report: (what: string, error: unknown) => void;
}

export class Janitor {
  readonly #deps: JanitorDeps;
  readonly #startedAtMs: number;
  readonly #startedAtMonotonicMs: number;

  constructor(deps: JanitorDeps) {
    this.#deps = deps;
    this.#startedAtMs = deps.clock.nowMs();
    this.#startedAtMonotonicMs = deps.monotonicMs();
  }

  /** One turn of bounded work; "soon" while there is more. */
  turn = async (): Promise<"soon" | undefined> => {
    try {
      const aged = await this.#steps(() => this.#byAge());
      return aged ? "soon" : (await this.#steps(() => this.#bySize())) ? "soon" : undefined;
    } catch (error) {
      this.#deps.report("the store's old rows could not be let go", error);
      throw error;
    }
  };

  /** Repeats a step until nothing is left; true when there may be more. */
  async #steps(step: () => Promise<boolean>): Promise<boolean> {
    for (let done = 0; done < stepsPerTurn; done += 1) if (!(await step())) return false;
    return true;
  }

  // A clock that jumped ahead would make everything old at once. What it says is believed only as far as time has
  // passed here.
  #nowMs(): number {
    const { clock, monotonicMs } = this.#deps;
    const passedMs = monotonicMs() - this.#startedAtMonotonicMs;
    return Math.min(clock.nowMs(), this.#startedAtMs + passedMs + believedAheadMs);
  }

  async #byAge(): Promise<boolean> {
    const { write, retention } = this.#deps;
    const rawBeforeMs = this.#nowMs() - retention.rawHours * hourMs;
    const beforeMs = this.#nowMs() - retention.days * 24 * hourMs;
    const pools = await write((trx) => thinPoolSamples(trx, rawBeforeMs));
    const processes = await write((trx) => thinProcessSamples(trx, rawBeforeMs));
    const dropped = await write((trx) => dropOld(trx, { rawBeforeMs, beforeMs }));
    const runs = await write(async (trx) => {
      const floors = await readFloors(trx);
      const next = {
        runs_ms: Math.max(floors.runs_ms, beforeMs),
        fine_ms: Math.max(floors.fine_ms, rawBeforeMs),
      };
      await writeMark(trx, floorsMark, next);
      return await dropRuns(trx, beforeMs);
    });
    return pools || processes || dropped || runs;
  }

  async #bySize(): Promise<boolean> {
    const { db, write, retention } = this.#deps;
    const used = await usedBytes(db);
    if (used === undefined || used <= retention.maxMb * 1_000_000) return false;
    return await write(async (trx) => {
      const atMs = this.#deps.clock.nowMs();
      const beforeMs = await dropOldestRuns(trx);
      if (beforeMs === undefined) {
        const dropped = await dropOldestEnded(trx);
        if (dropped) await writeMark(trx, trimmedIdsMark, { at_ms: atMs });
        return dropped;
      }
      const floors = await readFloors(trx);
      await writeMark(trx, floorsMark, { ...floors, runs_ms: Math.max(floors.runs_ms, beforeMs) });
      await writeMark(trx, trimmedMark, { at_ms: atMs, before_ms: beforeMs });
      return true;
    });
  }
}
