// A pause after a failure for which this machine is the reason: each time longer, until something succeeds.
import type { Clock } from "./clock.ts";

const firstMs = 5_000;
const mostMs = 60_000;

export class Backoff {
  readonly #clock: Pick<Clock, "later">;
  readonly #onOver: () => void;
  #nextMs = firstMs;
  #isOn = false;

  /** `onOver`: called after each rest. */
  constructor(clock: Pick<Clock, "later">, onOver: () => void) {
    this.#clock = clock;
    this.#onOver = onOver;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins a rest: 5 s, then twice as long each time, at most a minute. Does nothing during one. */
  begin(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    const forMs = this.#nextMs;
    this.#nextMs = Math.min(forMs * 2, mostMs);
    this.#clock.later(forMs, () => {
      this.#isOn = false;
      this.#onOver();
    });
  }

  /** The next rest is as short as the first one. */
  reset(): void {
    this.#nextMs = firstMs;
  }
}
