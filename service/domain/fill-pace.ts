// How fast a pool is filled: one browser at once, then steadily, and nothing is saved up for a burst.

/** Browsers per minute that a rate in percent of the pool's size means: at least one, but for a rate of 0. */
export const browsersPerMinute = (size: number, ratePercent: number) =>
  ratePercent === 0 ? 0 : Math.max(1, (size * ratePercent) / 100);

/** Milliseconds in which a whole pool is made; Infinity when it is not filled at all. */
export const fillTimeMs = (size: number, ratePercent: number) =>
  (60_000 * size) / browsersPerMinute(size, ratePercent);

export class FillPace {
  readonly #minuteMs: number;
  #intervalMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `minuteMs` is how long the minute of the rate really takes. */
  constructor(perMinute: number, minuteMs = 60_000) {
    this.#minuteMs = minuteMs;
    this.#intervalMs = minuteMs / perMinute;
  }

  /** Milliseconds until the next browser may be started: 0 for now, Infinity for never at this rate. */
  waitMs(nowMs: number): number {
    if (this.#intervalMs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#lastMs + this.#intervalMs - nowMs);
  }

  /** Notes a start; the answer takes it back, unless another start followed. */
  take(nowMs: number): () => void {
    const beforeMs = this.#lastMs;
    this.#lastMs = nowMs;
    return () => {
      if (this.#lastMs === nowMs) this.#lastMs = beforeMs;
    };
  }

  /** From now on at another rate; the time since the last start counts. */
  setRate(perMinute: number): void {
    this.#intervalMs = this.#minuteMs / perMinute;
  }
}
