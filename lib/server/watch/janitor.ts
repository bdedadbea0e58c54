// Lets the past go, a little at a time, so that no write waits long: samples are thinned out to five minutes after
// the raw hours, everything recorded goes after the days, and the oldest goes earlier when the store is too large:
// runs, and then ids that have ended. The audit and what somebody pinned are never touched.
import { z } from "zod";
import type { Retention } from "../env.ts";
import type { Clock } from "../live/clock.ts";
import type { Moment } from "../moment.ts";
import type { Database } from "../store/database.ts";
import { usedBytes } from "../store/disk.ts";
import { readMark, writeMark } from "../store/marks.ts";
import { thinProcessSamples } from "../store/process-steps.ts";
import { dropOld, dropOldestEnded, dropOldestRuns, dropRuns } from "../store/retention.ts";
import { type Floors, floorsMark, readFloors } from "../store/runs.ts";
import { thinPoolSamples } from "../store/thin-samples.ts";
import { BelievedTime, type TimeRead } from "./believed-time.ts";
import { mirrorProgress, progressMark } from "./mirror-progress.ts";

const hourMs = 3_600_000;
const stepsPerTurn = 25;

export const trimmedMark = "trimmed";
export const trimmedIdsMark = "trimmed_ids";
const timeMark = "time";
const knownTime = z.object({ known_ms: z.number() });

export interface JanitorDeps {
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  retention: Retention;
  clock: Clock;
  monotonicMs: () => number;
  /** The time by the upstream's newest answer; undefined: none told any. */
  upstreamMs: () => number | undefined;
  report: (what: string, error: unknown) => void;
}

/** The time that an earlier term knew: as it said, or the newest start that the upstream told. */
async function knownBefore(db: Database): Promise<number | undefined> {
  const kept = await readMark(db, timeMark, knownTime);
  if (kept !== undefined) return kept.known_ms;
  return (await readMark(db, progressMark, mirrorProgress))?.mark_ms || undefined;
}

/** Floors only rise; one that lies ahead was set by a clock that ran ahead, and let nothing in until then. */
const risen = (floors: Floors, to: Floors, latestMs: number): Floors => ({
  runs_ms: Math.max(to.runs_ms, Math.min(floors.runs_ms, latestMs)),
  fine_ms: Math.max(to.fine_ms, Math.min(floors.fine_ms, latestMs)),
});

export class Janitor {
  readonly #deps: JanitorDeps;
  readonly #begun: Moment;
  #time: BelievedTime | undefined;

  constructor(deps: JanitorDeps) {
    this.#deps = deps;
    this.#begun = { wallMs: deps.clock.nowMs(), monotonicMs: deps.monotonicMs() };
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

  async #readTime(): Promise<TimeRead> {
    this.#time ??= new BelievedTime(this.#deps, this.#begun, await knownBefore(this.#deps.db));
    return this.#time.read();
  }

  async #byAge(): Promise<boolean> {
    const { write, retention } = this.#deps;
    const { believedMs, latestMs, knownMs } = await this.#readTime();
    const rawBeforeMs = believedMs - retention.rawHours * hourMs;
    const beforeMs = believedMs - retention.days * 24 * hourMs;
    const pools = await write((trx) => thinPoolSamples(trx, rawBeforeMs));
    const processes = await write((trx) => thinProcessSamples(trx, rawBeforeMs));
    const dropped = await write((trx) => dropOld(trx, { rawBeforeMs, beforeMs }));
    const runs = await write(async (trx) => {
      const floors = await readFloors(trx);
      await writeMark(trx, floorsMark, risen(floors, { runs_ms: beforeMs, fine_ms: rawBeforeMs }, latestMs));
      await writeMark(trx, timeMark, { known_ms: knownMs });
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
