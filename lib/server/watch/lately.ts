// What the observer wrote lately.

import { paces } from "../paces.ts";

const mostRemembered = 20_000;

/** What was written lately, to leave out what says nothing new. The oldest are forgotten beyond a bound. */
export class Lately {
  readonly #known = new Map<string, { what: string; atMs: number }>();

  /** Whether that was written of `key` shortly before `atMs`. A clock that was set back hides nothing. */
  says(key: string, what: string, atMs: number): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.what === what && Math.abs(atMs - known.atMs) < paces.noting.againMs;
  }

  /** `what` was written of `key`. */
  keep(key: string, what: string, atMs: number): void {
    this.#known.delete(key);
    this.#known.set(key, { what, atMs });
    if (this.#known.size <= mostRemembered) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }

  /** What was written of `key` holds no longer: the next that is told of it is news. */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
