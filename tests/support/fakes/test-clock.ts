// A manually advanced clock. Timers use monotonic time; `nowMs` is wall time, which may be set.
import type { Clock } from "../../../lib/clock.ts";

export class TestClock implements Clock {
  #passedMs = 0;
  #wallMs = 1_000_000;
  #due: { atMs: number; run: () => void }[] = [];
  nowMs = () => this.#wallMs + this.#passedMs;
  monotonicMs = () => this.#passedMs;

  constructor(startMs = 1_000_000) {
    this.#wallMs = startMs;
  }

  /** Somebody sets the clock: no time passes. */
  step(byMs: number) {
    this.#wallMs += byMs;
  }

  /** How many wait for their time. */
  get waiting(): number {
    return this.#due.length;
  }

  later(delayMs: number, run: () => void) {
    const entry = { atMs: this.#passedMs + delayMs, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  async advance(byMs: number) {
    const endMs = this.#passedMs + byMs;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#passedMs = Math.max(this.#passedMs, next.atMs);
      next.run();
    }
    this.#passedMs = endMs;
  }
}
