// Time, in the server and in the browser. The wall clock (`nowMs`) may be set at any moment: it dates what is recorded.
// Elapsed time is measured with the monotonic clock. Code that waits or measures takes a Clock, so that tests can
// replace it.

export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Milliseconds since an unspecified moment, for waiting and measuring: setting the wall clock does not change it. */
  monotonicMs(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. Never keeps the process alive. */
  later(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    // A browser's timer is a number.
    timer.unref?.();
    return () => clearTimeout(timer);
  },
};

/** A moment from which time is measured. */
export interface Mark {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export const markOf = (clock: Clock): Mark => ({ wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });

/** Milliseconds since then, also those that the computer slept, in which a browser's monotonic clock may stand still. */
export const elapsedSince = (clock: Clock, { wallMs, monotonicMs }: Mark): number =>
  Math.max(clock.nowMs() - wallMs, clock.monotonicMs() - monotonicMs);

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
