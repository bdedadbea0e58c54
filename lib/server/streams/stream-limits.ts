import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";

/** The most live streams at a time. */
export const streamLimits = { perOperator: 12, perProcess: 1000 } as const;

const tooMany = (message: string) =>
  new Problem(503, "too_many_streams", message, {
    retryAfterSeconds: wholeSeconds(paces.retryAfter.tooManyStreamsMs),
  });

/** Counts the live streams of this process. */
export class StreamCount {
  readonly #byOperator = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /**
   * Counts a stream of an operator and returns the function that releases it (repeated calls have no effect). Throws a
   * Problem (503, Retry-After) at either limit.
   */
  enter(username: string): () => void {
    const own = this.#byOperator.get(username) ?? 0;
    if (own >= streamLimits.perOperator) {
      throw tooMany(`You have ${own} live streams open; close a window first.`);
    }
    if (this.#total >= streamLimits.perProcess) {
      throw tooMany("All live streams of this dashboard are taken.");
    }
    this.#byOperator.set(username, own + 1);
    this.#total += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#total -= 1;
      const rest = (this.#byOperator.get(username) ?? 1) - 1;
      if (rest > 0) this.#byOperator.set(username, rest);
      else this.#byOperator.delete(username);
    };
  }
}
