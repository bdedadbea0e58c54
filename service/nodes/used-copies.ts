// Which copies of what the service stores a node uses. Those that nothing uses are removed, but for the ones used last, which
// may be needed again.

/** How many are kept that nothing uses. */
const unusedKept = 5;

export class UsedCopies {
  readonly #remove: (id: string) => void;
  readonly #report: (error: unknown) => void;
  /** How many use each; the one that was used last is the last. */
  readonly #uses = new Map<string, number>();

  /** `remove`: from then on, the copy has to be made again. What it throws goes to `report`. */
  constructor(remove: (id: string) => void, report: (error: unknown) => void) {
    this.#remove = remove;
    this.#report = report;
  }

  /** Keeps a copy, also one that is not made yet, until `release`. */
  take(id: string): void {
    this.#count(id, 1);
  }

  /** Removes copies; one that cannot be removed is tried again by a later call. */
  release(id: string): void {
    this.#count(id, -1);
    const unused = [...this.#uses].filter(([, uses]) => uses === 0);
    for (const [old] of unused.slice(0, Math.max(0, unused.length - unusedKept))) {
      try {
        this.#remove(old);
        this.#uses.delete(old);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  #count(id: string, by: 1 | -1): void {
    const uses = (this.#uses.get(id) ?? 0) + by;
    this.#uses.delete(id);
    this.#uses.set(id, uses);
  }
}
