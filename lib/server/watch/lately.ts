// What the observer wrote lately.

export const latelyBounds = {
  /** A thing that has not changed is noted as seen again at most this often. */
  againMs: 10_000,
  mostRemembered: 20_000,
} as const;

/** What was written lately, to leave out what says nothing new. The oldest are forgotten beyond a bound. */
export class Lately {
  readonly #known = new Map<string, { what: string; atMs: number }>();

  /** Whether that was written of `key` less than `againMs` before `atMs`. A clock that was set back hides nothing. */
  says(key: string, what: string, atMs: number): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.what === what && Math.abs(atMs - known.atMs) < latelyBounds.againMs;
  }

  /** `what` was written of `key`. */
  keep(key: string, what: string, atMs: number): void {
    this.#known.delete(key);
    this.#known.set(key, { what, atMs });
    if (this.#known.size <= latelyBounds.mostRemembered) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }

  /** What was written of `key` holds no longer: the next that is told of it is news. */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
