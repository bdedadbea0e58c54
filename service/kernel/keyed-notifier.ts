/** Notifies waiters by key. Call `next` before reading the state, so that no notification is missed in between. */
export class KeyedNotifier {
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

  /** Rings every id. */
  notifyAll(): void {
    for (const id of [...this.#waiting.keys()]) this.ring(id);
  }
}
