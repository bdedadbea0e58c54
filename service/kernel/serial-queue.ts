/** Runs acts one after the other, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins `act` when all earlier ones have ended, also those that failed. Settles as `act` does. */
  async take<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}
