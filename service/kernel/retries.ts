import type { Clock } from "./clock.ts";

export interface RetriesDeps {
  clock: Clock;
  intervalMs: number;
  /** Receives the first error of each act. */
  report: (error: unknown) => void;
}

/** Acts that are tried again until they succeed, such as writes while the disk is full. */
export class Retries {
  readonly #deps: RetriesDeps;
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #closing = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(deps: RetriesDeps) {
    this.#deps = deps;
  }

  /**
   * Does `act` at once, unless an earlier one of this key waits to be tried again. Resolves when that which is done has
   * succeeded or is given up.
   */
  run(key: string, act: () => void): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    if (this.#succeeds(act, this.#deps.report) || this.#isClosed) return Promise.resolve();
    const retried = this.#retry(key, act);
    this.#waiting.set(key, retried);
    return retried;
  }

  /** Tries what waits for the last time. */
  close(): void {
    this.#isClosed = true;
    this.#closing.resolve();
  }

  async #retry(key: string, act: () => void): Promise<void> {
    do {
      const due = Promise.withResolvers<void>();
      this.#deps.clock.later(this.#deps.intervalMs, due.resolve);
      await Promise.race([due.promise, this.#closing.promise]);
    } while (!this.#succeeds(act, () => {}) && !this.#isClosed);
    this.#waiting.delete(key);
  }

  #succeeds(act: () => void, report: (error: unknown) => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }
}
