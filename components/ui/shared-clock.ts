import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";

/** One timer for all ages on the screen. It runs only while there are subscribers. */
type Listener = () => void;

const tickMs = paces.shown.clockMs;
const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = 0;
/** Whether the time was read in this task: all reads in one task return the same value. */
let readInTask = false;

/** Calls `listener` once a second until the returned function is called. */
export function subscribeToClock(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = presentMs();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time of the last tick, or the present when the clock is stopped or lags. */
export function clockNowMs(): number {
  if (readInTask) return nowMs;
  const present = presentMs();
  if (timer === undefined || present - nowMs > tickMs) {
    nowMs = present;
    readInTask = true;
    queueMicrotask(() => {
      readInTask = false;
    });
  }
  return nowMs;
}
