// Work that is done again and again until it is stopped, such as that of the replica that leads.
import type { Clock } from "../../clock.ts";

export interface PeriodicTaskOptions {
  /** The time from the end of one turn to the start of the next, and from `start` to the first. */
  everyMs: number;
  /** One turn. A rejection is reported, and the next turn comes all the same. */
  turn: () => Promise<void>;
  /** What to report of a turn that failed: "pictures could not be stored". */
  failure: string;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

export class PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.later(this.#options.everyMs, () => void this.#run());
  }

  /** No turn begins after this; one in progress goes on to its end. */
  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  async #run(): Promise<void> {
    const { turn, failure, report } = this.#options;
    try {
      await turn();
    } catch (error) {
      report(failure, error);
    }
    if (!this.#stopped) this.start();
  }
}

/** When parts of repeated work are due, by the monotonic clock: each at once, then after its time. */
export class DueParts<Part extends string> {
  readonly #clock: Clock;
  readonly #doneAtMs = new Map<Part, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether `everyMs` have passed since this was last true for the part; counts as done then. */
  take(part: Part, everyMs: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - (this.#doneAtMs.get(part) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    this.#doneAtMs.set(part, nowMs);
    return true;
  }
}
