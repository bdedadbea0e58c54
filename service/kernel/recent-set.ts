/** The values that were added last, so many at most. */
export class RecentSet<Value> {
  readonly #most: number;
  /** The oldest first. */
  readonly #values = new Set<Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a value, and leaves out the oldest beyond the limit. */
  add(value: Value): void {
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(value: Value): void {
    this.#values.delete(value);
  }

  has(value: Value): boolean {
    return this.#values.has(value);
  }
}
