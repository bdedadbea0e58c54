/** Makes a question that is asked ten times a second until its answer holds; it gives up after `withinMs`. */
export function patience(withinMs: number) {
  /** The first answer that holds (one that is undefined never does); else fails with what was waited for. */
  return async function eventually<T>(
    what: string,
    ask: () => Promise<T | undefined>,
    holds: (found: T) => boolean = () => true,
  ): Promise<T> {
    const endMs = Date.now() + withinMs;
    for (;;) {
      const found = await ask();
      if (found !== undefined && holds(found)) return found;
      if (Date.now() > endMs)
        throw new Error(`waited in vain until ${what}: ${JSON.stringify(found)?.slice(0, 2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
}
