/** Calls `act` when the signal aborts, also if it already has; the returned function takes that back. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  else signal?.addEventListener("abort", act, { once: true });
  return () => signal?.removeEventListener("abort", act);
}

/** Settles as `done`, but resolves with undefined once `signal` has aborted. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  done: Promise<T>,
): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const takeBack = onAbort(signal, () => aborted.resolve(undefined));
  const outcome = await Promise.race([aborted.promise, done]).finally(takeBack);
  return signal?.aborted ? undefined : outcome;
}
