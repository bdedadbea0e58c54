/** Lets what concerns the same key happen one after another, in the order it was asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const earlier = this.#last.get(key) ?? Promise.resolve();
    const mine = earlier.then(act, act);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
