/** Wakes those who wait for news of something. Taken before looking, so that no news is missed in between. */
export class Bell {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** Resolves at the next `ring` for `id`. */
  next(id: string): Promise<void> {
    const waiting = this.#waiting.get(id) ?? Promise.withResolvers<void>();
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  ring(id: string): void {
    this.#waiting.get(id)?.resolve();
    this.#waiting.delete(id);
  }

  /** Wakes everybody. */
  ringAll(): void {
    for (const id of [...this.#waiting.keys()]) this.ring(id);
  }
}
