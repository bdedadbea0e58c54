// Retention, in small transactions so that no write waits long: samples are downsampled to five minutes after the raw
// hours, everything recorded is deleted after the days, and the oldest invocations and then ended resources earlier when
// the database is too large. Pinned resources are never deleted, and of the audit only what is older than its own days. After a jump of the clock nothing is
// deleted by age for hours, so that an operator can correct a wrong clock before it makes everything expire.

import { z } from "zod";
import { stepStartMs } from "../../bff/clock-step.ts";
import { hourMs } from "../../bff/time-units.ts";
import { type Clock, isoTime } from "../../clock.ts";
import { downsampleProcessSamples } from "../browsers/process-buckets.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { keepDays } from "../db/day-partitions.ts";
import { dropOldestEnded } from "../inventory/resource-writes.ts";
import { dropInvocations, dropOldestInvocations } from "../invocations/expired-invocations.ts";
import { type Floors, floorsCheckpoint, readFloors } from "../invocations/invocation-writes.ts";
import { rollupWidths } from "../invocations/rollups.ts";
import type { Retention } from "../kernel/env.ts";
import { downsamplePoolSamples } from "../pools/downsample-pool-samples.ts";
import { type DropExpiredAbove, dropOld } from "./delete-expired.ts";
import { usedBytesWithoutEvidence } from "./used-bytes.ts";

const stepsPerTurn = 25;

export const trimmedCheckpoint = "trimmed";
export const trimmedIdsCheckpoint = "trimmed_ids";
const timeCheckpoint = "time";
const knownTime = z.object({
  /** The wall time of the last turn that deleted by age. */
  known_ms: z.number(),
  /** Since a jump: how much of the pause was left, and at what wall time. */
  pause: z.object({ left_ms: z.number(), at_ms: z.number() }).optional(),
});

/** The most that the wall clock may differ from the time that passed. */
const jumpMs = 600_000;
/** How long deleting by age pauses after a jump. */
export const pauseMs = 6 * hourMs;
/** The longest suspension, or time without a leader, after which a pause goes on; after a longer one the clock may have
 *  jumped again, by enough that everything expires where it is kept for some days. */
const mostIdleMs = 26 * hourMs;
/** Code of the pause in the recorder's state. */
export const clockJumped = "clock_jumped";

export interface RetentionJobDeps {
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  retention: Retention;
  /** Deletes expired rows of layers above the recorder. */
  dropExpired: readonly DropExpiredAbove[];
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

/** Raises floors; one in the future, set by a clock that was ahead, is lowered, because it would reject new rows. */
const raisedFloors = (floors: Floors, to: Floors, nowMs: number): Floors => ({
  invocations_ms: Math.max(to.invocations_ms, Math.min(floors.invocations_ms, nowMs)),
  fine_ms: Math.max(to.fine_ms, Math.min(floors.fine_ms, nowMs)),
});

export class RetentionJob {
  readonly #deps: RetentionJobDeps;
  /** Wall time minus monotonic time; undefined before the first turn. */
  #offsetMs: number | undefined;
  /** The end of the pause, by the monotonic clock. */
  #pauseEndMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RetentionJobDeps) {
    this.#deps = deps;
  }

  /** Whether deleting by age pauses, because the clock has jumped. */
  get paused(): boolean {
    return this.#deps.clock.monotonicMs() < this.#pauseEndMs;
  }

  /** One turn of bounded work; "soon" if there may be more. */
  turn = async (): Promise<"soon" | undefined> => {
    try {
      const nowMs = this.#deps.clock.nowMs();
      await this.#checkClock(nowMs);
      if (this.paused) await this.#notePause(nowMs);
      else await keepDays(this.#deps, this.#expiredBeforeMs(nowMs));
      const aged = !this.paused && (await this.#steps(() => this.#byAge(nowMs)));
      return aged ? "soon" : (await this.#steps(() => this.#bySize())) ? "soon" : undefined;
    } catch (error) {
      this.#deps.report("old rows of the database could not be deleted", error);
      throw error;
    }
  };

  /** Repeats a step until nothing is left, up to a limit; returns whether there may be more. */
  async #steps(step: () => Promise<boolean>): Promise<boolean> {
    for (let done = 0; done < stepsPerTurn; done += 1) if (!(await step())) return false;
    return true;
  }

  /** Begins a pause when the wall clock differs from the time passed since the last turn. No time passes between terms
   *  and while the machine is suspended: either is a jump, too, but a pause that it meets goes on: where the dashboard runs
   *  for some hours a day, it would never be over. */
  async #checkClock(nowMs: number): Promise<void> {
    const { db, clock, report } = this.#deps;
    const monotonicMs = clock.monotonicMs();
    const known =
      this.#offsetMs === undefined ? await readCheckpoint(db, timeCheckpoint, knownTime) : undefined;
    const expectedMs =
      this.#offsetMs === undefined ? (known?.known_ms ?? nowMs) : monotonicMs + this.#offsetMs;
    this.#offsetMs = nowMs - monotonicMs;
    if (Math.abs(nowMs - expectedMs) <= jumpMs) return;
    const pause = known === undefined ? this.#pauseAt(expectedMs) : known.pause;
    if (pause !== undefined && nowMs >= pause.at_ms && nowMs <= pause.at_ms + mostIdleMs) {
      this.#pauseEndMs = monotonicMs + pause.left_ms;
      return;
    }
    this.#pauseEndMs = monotonicMs + pauseMs;
    const times = `it is ${isoTime(nowMs)}, expected ${isoTime(expectedMs)}`;
    report("the clock jumped, so nothing is deleted by age for six hours", new Error(times));
  }

  /** Undefined when none runs. */
  #pauseAt(wallMs: number) {
    const leftMs = this.#pauseEndMs - this.#deps.clock.monotonicMs();
    return leftMs > 0 ? { left_ms: leftMs, at_ms: wallMs } : undefined;
  }

  async #notePause(nowMs: number): Promise<void> {
    const pause = this.#pauseAt(nowMs);
    await this.#deps.write(async (trx) => {
      const known = await readCheckpoint(trx, timeCheckpoint, knownTime);
      if (known !== undefined) await writeCheckpoint(trx, timeCheckpoint, { ...known, pause });
    });
  }

  /** Whole hours, as the last days are counted in these, and one more for a page whose clock is behind. */
  #expiredBeforeMs(nowMs: number): number {
    const sinceMs = nowMs - this.#deps.retention.days * 24 * hourMs;
    return stepStartMs(sinceMs, rollupWidths.coarse) - rollupWidths.coarse;
  }

  async #byAge(nowMs: number): Promise<boolean> {
    const { write, retention, dropExpired } = this.#deps;
    const rawBeforeMs = nowMs - retention.rawHours * hourMs;
    const beforeMs = this.#expiredBeforeMs(nowMs);
    const pools = await write((trx) => downsamplePoolSamples(trx, rawBeforeMs));
    const processes = await write((trx) => downsampleProcessSamples(trx, rawBeforeMs));
    const dropped = await write((trx) => dropOld(trx, { rawBeforeMs, beforeMs, nowMs }, dropExpired));
    const invocations = await write(async (trx) => {
      const floors = await readFloors(trx);
      await writeCheckpoint(
        trx,
        floorsCheckpoint,
        raisedFloors(floors, { invocations_ms: beforeMs, fine_ms: rawBeforeMs }, nowMs),
      );
      await writeCheckpoint(trx, timeCheckpoint, { known_ms: nowMs });
      return await dropInvocations(trx, beforeMs);
    });
    return pools || processes || dropped || invocations;
  }

  async #bySize(): Promise<boolean> {
    const { db, write, retention } = this.#deps;
    const used = await usedBytesWithoutEvidence(db);
    if (used === undefined || used <= retention.maxMb * 1_000_000) return false;
    return await write(async (trx) => {
      const atMs = this.#deps.clock.nowMs();
      const beforeMs = await dropOldestInvocations(trx);
      if (beforeMs === undefined) {
        const dropped = await dropOldestEnded(trx);
        if (dropped) await writeCheckpoint(trx, trimmedIdsCheckpoint, { at_ms: atMs });
        return dropped;
      }
      const floors = await readFloors(trx);
      await writeCheckpoint(trx, floorsCheckpoint, {
        ...floors,
        invocations_ms: Math.max(floors.invocations_ms, beforeMs),
      });
      await writeCheckpoint(trx, trimmedCheckpoint, { at_ms: atMs, before_ms: beforeMs });
      return true;
    });
  }
}
