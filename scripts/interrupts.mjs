/** Turns Ctrl-C, SIGTERM, SIGHUP and the death of npm into two abort signals: `stopSignal` (stop in order) and `forceSignal`
 *  (a second Ctrl-C: stop at once). npm forwards a Ctrl-C that the terminal has already sent to the script, so two
 *  interrupts within a second count as one. */
const SAME_KEYSTROKE_MS = 1000;
const PARENT_CHECK_MS = 1000;

/** @returns {{ stopSignal: AbortSignal, forceSignal: AbortSignal }} */
export function watchInterrupts() {
  const stop = new AbortController();
  const force = new AbortController();
  let firstAt = 0;
  const interrupted = () => {
    if (!stop.signal.aborted) {
      firstAt = Date.now();
      stop.abort();
    } else if (Date.now() - firstAt > SAME_KEYSTROKE_MS) {
      force.abort();
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, interrupted);
  if (process.env.npm_lifecycle_event !== undefined) {
    const parentId = process.ppid;
    setInterval(() => process.ppid !== parentId && stop.abort(), PARENT_CHECK_MS).unref();
  }
  return { stopSignal: stop.signal, forceSignal: force.signal };
}
