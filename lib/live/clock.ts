// Time and timers of the browser's live modules, injected so that tests control them.
export interface LiveClock {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Runs once after `delayMs`; the returned function cancels it. */
  later(delayMs: number, run: () => void): () => void;
}

export const browserClock: LiveClock = {
  nowMs: () => Date.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
