// Time as the live rooms of the browser see it: whatever waits takes a clock, so that a test can be it.
export interface LiveClock {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Runs once after `delayMs`; the returned function takes it back. */
  later(delayMs: number, run: () => void): () => void;
}

export const browserClock: LiveClock = {
  nowMs: () => Date.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
