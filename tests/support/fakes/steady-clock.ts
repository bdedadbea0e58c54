// Time for programs and fakes that share one event loop. It passes by a few milliseconds at most between two turns of the
// loop: what was sent before a pause of the machine is received before a wait for it is over.
import type { Clock } from "@/lib/clock";

const turnMs = 2;
const mostPerTurnMs = 5;

/** A clock with shorter waits, by the factor `hurry`; its time passes as before. */
export const hurriedClock = (clock: Clock, hurry: number): Clock => ({
  ...clock,
  later: (delayMs, run) => clock.later(delayMs / hurry, run),
});

/** Starts a clock; `stop` ends it and drops what waits for it. */
export function startSteadyClock(): Clock & { stop: () => void } {
  const startMs = Date.now();
  let passedMs = 0;
  let isStopped = false;
  let seenMs = performance.now();
  const turns = setInterval(() => {
    const nowMs = performance.now();
    passedMs += Math.min(nowMs - seenMs, mostPerTurnMs);
    seenMs = nowMs;
  }, turnMs);
  return {
    nowMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    later(delayMs, run) {
      const atMs = passedMs + delayMs;
      const wait = () =>
        setTimeout(() => {
          if (passedMs >= atMs) run();
          else if (!isStopped) timer = wait();
        }, atMs - passedMs);
      let timer = wait();
      return () => clearTimeout(timer);
    },
    stop: () => {
      isStopped = true;
      clearInterval(turns);
    },
  };
}
