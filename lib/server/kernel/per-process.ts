// State that exists once per process. The framework may load a module several times (once per bundle, and natively by
// server/main.ts), and each copy has its own module-level variables.

/** Returns a function that gives the process's value of that name, made on first use. Use each name in one place only: it
 *  determines the type. */
export function perProcess<T>(name: string, make: () => T): () => T {
  const key = Symbol.for(`fleetdeck.${name}`);
  const find = (): T => {
    const existing: T | undefined = Reflect.get(globalThis, key);
    if (existing !== undefined) return existing;
    const made = make();
    Reflect.set(globalThis, key, made);
    return made;
  };
  // A lookup by name is slow for what is read with every text of an answer.
  let held: T | undefined;
  return () => {
    held ??= find();
    return held;
  };
}
