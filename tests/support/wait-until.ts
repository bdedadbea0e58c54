/** Waits until `holds` returns true; fails after `withinMs` with the description. */
export async function waitUntil(what: string, holds: () => boolean, withinMs = 60_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Asks ten times a second for a value that `holds` accepts (never undefined); fails after `withinMs`. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  holds: (found: T) => boolean = () => true,
  withinMs = 60_000,
): Promise<T> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined && holds(found)) return found;
    if (Date.now() > endMs)
      throw new Error(`waited in vain until ${what}: ${JSON.stringify(found)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
