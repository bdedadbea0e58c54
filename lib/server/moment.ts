// How long ago something was. The wall may be set back, and everything seems young then; the clock that counts what
// passes stands still while the machine sleeps. Whichever says more is believed, so that nothing is good for longer.

export interface Moment {
  /** Epoch milliseconds. */
  readonly wallMs: number;
  /** Milliseconds that passed since the process began. */
  readonly monotonicMs: number;
}

/** By how much the clocks of replicas may differ, milliseconds. What lies further ahead was told before ours was set back. */
export const clocksApartMs = 60_000;

/** This moment. */
export const now = (): Moment => ({ wallMs: Date.now(), monotonicMs: performance.now() });

/** How many milliseconds ago a moment was. */
export const msSince = (then: Moment, at = now()): number =>
  Math.max(at.wallMs - then.wallMs, at.monotonicMs - then.monotonicMs);

/** By how many milliseconds the wall was set back since a moment; 0 or less: it was not. */
export const setBackSince = (then: Moment, at = now()): number =>
  at.monotonicMs - then.monotonicMs - (at.wallMs - then.wallMs);
