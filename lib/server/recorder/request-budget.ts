// Limits the requests per minute to the upstream by a token bucket.
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";

export class RequestBudget {
  readonly #perMinute: number;
  readonly #clock: Clock;
  #left: number;
  #filledAtMs: number;

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#left = perMinute / 2;
    this.#filledAtMs = clock.monotonicMs();
  }

  /** Takes one request; false when none is left beyond `reserve` (at most a tenth of the budget). */
  take(reserve = 0): boolean {
    const nowMs = this.#clock.monotonicMs();
    const gained = ((nowMs - this.#filledAtMs) / paces.mirror.budgetMinuteMs) * this.#perMinute;
    this.#left = Math.min(this.#perMinute / 2, this.#left + gained);
    this.#filledAtMs = nowMs;
    if (this.#left < 1 + Math.min(reserve, this.#perMinute / 10)) return false;
    this.#left -= 1;
    return true;
  }
}
