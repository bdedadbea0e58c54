// The rate at which a pool is filled: one browser at once, then one per interval, without bursts after a pause.

/** Converts a rate in percent of the pool's size into browsers per minute: at least 1, or 0 for a rate of 0. */
export const browsersPerMinute = (size: number, ratePercent: number) =>
  ratePercent === 0 ? 0 : Math.max(1, (size * ratePercent) / 100);

/** Milliseconds in which an empty pool is filled; Infinity for a rate of 0. */
export const fillTimeMs = (size: number, ratePercent: number) =>
  (60_000 * size) / browsersPerMinute(size, ratePercent);

/** Schedules the starts of a pool's browsers. */
export class FillRate {
  readonly #minuteMs: number;
  #intervalMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `minuteMs`: the real duration of the rate's minute; tests shorten it. */
  constructor(perMinute: number, minuteMs = 60_000) {
    this.#minuteMs = minuteMs;
    this.#intervalMs = minuteMs / perMinute;
  }

  /** Milliseconds until the next browser may start: 0 for now, Infinity at a rate of 0. */
  waitMs(nowMs: number): number {
    if (this.#intervalMs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#lastMs + this.#intervalMs - nowMs);
  }

  /** Records a start. The returned function revokes it, unless another start followed. */
  take(nowMs: number): () => void {
    const beforeMs = this.#lastMs;
    this.#lastMs = nowMs;
    return () => {
      if (this.#lastMs === nowMs) this.#lastMs = beforeMs;
    };
  }

  /** Changes the rate; the time since the last start counts towards the new interval. */
  setRate(perMinute: number): void {
    this.#intervalMs = this.#minuteMs / perMinute;
  }
}
