/** Turns Ctrl-C, SIGTERM, SIGHUP and the sudden end of npm into two signals: `asked` (stop in order) and `forced`
 *  (a second Ctrl-C: stop now). npm passes a Ctrl-C on to its script, which the terminal has already sent it: what
 *  comes within a second is one. */
const SAME_KEYSTROKE_MS = 1000;
const LOOK_FOR_PARENT_MS = 1000;

/** @returns {{ asked: AbortSignal, forced: AbortSignal }} */
export function watchInterrupts() {
  const asked = new AbortController();
  const forced = new AbortController();
  let firstAt = 0;
  const interrupted = () => {
    if (!asked.signal.aborted) {
      firstAt = Date.now();
      asked.abort();
    } else if (Date.now() - firstAt > SAME_KEYSTROKE_MS) {
      forced.abort();
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, interrupted);
  if (process.env.npm_lifecycle_event !== undefined) {
    const parentId = process.ppid;
    setInterval(() => process.ppid !== parentId && asked.abort(), LOOK_FOR_PARENT_MS).unref();
  }
  return { asked: asked.signal, forced: forced.signal };
}
