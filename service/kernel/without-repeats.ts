const quietMs = 60_000;

/**
 * Reports errors, but of those with the same message only one a minute: for what is tried again every few seconds. `nowMs`:
 * milliseconds that only increase.
 */
export function withoutRepeats(
  report: (error: unknown) => void,
  nowMs: () => number = () => performance.now(),
): (error: unknown) => void {
  /** When each message was reported last. */
  const reported = new Map<string, number>();
  return (error) => {
    const now = nowMs();
    for (const [message, atMs] of reported) if (now - atMs >= quietMs) reported.delete(message);
    const message = textOf(error);
    if (reported.has(message)) return;
    reported.set(message, now);
    report(error);
  };
}

/** Warns of a message unless it is that of the time before: for what is tried again until it succeeds. */
export function whenChanged(warn: (message: string) => void): (message: string) => void {
  let last: string | undefined;
  return (message) => {
    if (message !== last) warn(message);
    last = message;
  };
}

/** Libraries report plain objects as well. */
const textOf = (error: unknown) =>
  String(typeof error === "object" && error !== null && "message" in error ? error.message : error);
