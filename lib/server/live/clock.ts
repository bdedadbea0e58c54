// Time as the live rooms see it: what waits takes a clock, so that a test can be it.
export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Milliseconds that have passed since some moment: for what waits or lasts, since the other may be set. */
  monotonicMs(): number;
  /** Runs once after `delayMs`; the returned function takes it back. Never keeps the process alive. */
  later(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

/** Resolves after `delayMs`, or as soon as the signal aborts. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.later(delayMs, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
