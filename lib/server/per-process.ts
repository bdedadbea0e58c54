// State that exists once per process. The framework may load a module several times (once per bundle, once more
// natively by server/main.ts); a module-level variable would then be several variables.

/** The process's value of that name, made on first use. The name decides the type: use each name in one place. */
export function perProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`fleetdeck.${name}`);
  const kept: T | undefined = Reflect.get(globalThis, key);
  if (kept !== undefined) return kept;
  const made = make();
  Reflect.set(globalThis, key, made);
  return made;
}
