// How many requests a watcher may make: a bucket that fills by the minute, so that what is asked of the upstream is
// bounded whatever there is to read.
import { paces } from "../paces.ts";

export class RequestBudget {
  readonly #perMinute: number;
  readonly #monotonicMs: () => number;
  #left: number;
  #filledAtMs: number;

  constructor(perMinute: number, monotonicMs: () => number) {
    this.#perMinute = perMinute;
    this.#monotonicMs = monotonicMs;
    this.#left = perMinute / 2;
    this.#filledAtMs = monotonicMs();
  }

  /** Takes one request; false when none is left for now beyond `reserve`, which others need more: at most a tenth. */
  take(reserve = 0): boolean {
    const nowMs = this.#monotonicMs();
    const gained = ((nowMs - this.#filledAtMs) / paces.mirror.budgetMinuteMs) * this.#perMinute;
    this.#left = Math.min(this.#perMinute / 2, this.#left + gained);
    this.#filledAtMs = nowMs;
    if (this.#left < 1 + Math.min(reserve, this.#perMinute / 10)) return false;
    this.#left -= 1;
    return true;
  }
}
