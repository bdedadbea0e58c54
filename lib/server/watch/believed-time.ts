// What time it is, for what cannot be undone. A clock that runs ahead makes everything old at once: it is believed only
// as far as time passed since what the term before knew. Where that one ended long ago, the clock is right and the
// store is behind: known when the clock went evenly for hours and no answer of the upstream gainsays it.
import type { Clock } from "../live/clock.ts";
import type { Moment } from "../moment.ts";

/** How far the clock may be from time that passed before it is not believed any more. */
const aheadMs = 600_000;
/** So long a clock must have gone evenly before a term takes its word. */
export const evenForMs = 6 * 3_600_000;

export interface BelievedTimeDeps {
  clock: Clock;
  monotonicMs: () => number;
  /** The time by the upstream's newest answer; undefined: none told any. */
  upstreamMs: () => number | undefined;
}

/** Epoch milliseconds. */
export interface TimeRead {
  /** It is not earlier than this. What is too old by it is too old. */
  believedMs: number;
  /** It is not later than this. */
  latestMs: number;
  /** What the next term is to begin from. */
  knownMs: number;
}

export class BelievedTime {
  readonly #deps: BelievedTimeDeps;
  /** Since when the clock has not been set back, in this term. */
  #even: Moment;
  #known: Moment;

  /** `begun`: when the term began; `knownMs`: what the term before knew last, where there was one. */
  constructor(deps: BelievedTimeDeps, begun: Moment, knownMs: number | undefined) {
    this.#deps = deps;
    this.#even = begun;
    this.#known = { wallMs: knownMs ?? begun.wallMs, monotonicMs: begun.monotonicMs };
  }

  /** The time now. */
  read(): TimeRead {
    const now: Moment = { wallMs: this.#deps.clock.nowMs(), monotonicMs: this.#deps.monotonicMs() };
    if (near(now.wallMs, passedTo(now, this.#known)) || this.#proven(now)) this.#known = now;
    const knownMs = passedTo(now, this.#known);
    return {
      believedMs: Math.min(now.wallMs, knownMs + aheadMs),
      latestMs: Math.max(now.wallMs, knownMs),
      knownMs,
    };
  }

  /** Whether the clock went evenly for so long that it is right, whatever was known. */
  #proven(now: Moment): boolean {
    const { wallMs, monotonicMs } = now;
    if (wallMs < passedTo(now, this.#even) - aheadMs) this.#even = now;
    if (!near(wallMs, passedTo(now, this.#even))) return false;
    const toldMs = this.#deps.upstreamMs() ?? wallMs;
    return monotonicMs - this.#even.monotonicMs >= evenForMs && near(wallMs, toldMs);
  }
}

/** The time of a point, and what passed since. */
const passedTo = (now: Moment, { wallMs, monotonicMs }: Moment): number =>
  wallMs + now.monotonicMs - monotonicMs;

const near = (oneMs: number, otherMs: number): boolean => Math.abs(oneMs - otherMs) <= aheadMs;
