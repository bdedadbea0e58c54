// The time limits of invocations: an asynchronous one may run for as long as its request says, a synchronous one must have
// ended, from its creation, before its client gives up.
import type { Clock } from "../kernel/clock.ts";

export const syncLimitSeconds = 100;

/**
 * Calls `end` with the reason when an invocation has run for `seconds`, or after `leftMs` of them; returns the function that
 * stops the timer.
 */
export const limitRunning = (
  clock: Clock,
  seconds: number,
  end: (reason: string) => void,
  leftMs = seconds * 1000,
): (() => void) => clock.later(leftMs, () => end(`no result within ${seconds} s of running`));

/** The same for a client that waits, `syncLimitSeconds` from now. */
export const limitWaiting = (clock: Clock, end: (reason: string) => void): (() => void) =>
  clock.later(syncLimitSeconds * 1000, () =>
    end(
      `no result within ${syncLimitSeconds} s, the most a synchronous invocation may take; invoke it with async to give it longer`,
    ),
  );
