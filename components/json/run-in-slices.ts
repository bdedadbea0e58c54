const turnMs = 8;

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Runs a generator for a few milliseconds at a time; resolves to undefined when aborted. */
export async function runInSlices<Result>(
  work: Generator<number, Result>,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (reached: number) => void },
): Promise<Result | undefined> {
  let turnEndsMs = performance.now() + turnMs;
  for (;;) {
    if (signal.aborted) return undefined;
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < turnEndsMs) continue;
    onProgress?.(value);
    await nextTurn();
    turnEndsMs = performance.now() + turnMs;
  }
}
