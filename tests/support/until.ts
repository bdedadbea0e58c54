/** Waits until `holds` does; fails after `withinMs` with what was waited for. */
export async function until(what: string, holds: () => boolean, withinMs = 30_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
