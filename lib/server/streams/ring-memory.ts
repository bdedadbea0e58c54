// The memory of all rings together. When they need more than the limit, rings that nobody reads are dropped, then the
// largest ones lose their oldest lines, which their viewers see as a gap.

/** A ring as far as its memory is concerned. */
export interface SizedRing {
  readonly sizeBytes: number;
  /** Evicts its oldest entries until it has at most `bytes`, but never the newest one. */
  shrink(bytes: number): void;
}

/** The bytes of all rings of a process: 256 MiB. */
export const allRingsMaxBytes = 256 * 1024 * 1024;

export class RingMemory {
  readonly #maxBytes: number;
  readonly #rings = new Set<SizedRing>();
  readonly #removed = new WeakSet<SizedRing>();
  #totalBytes = 0;
  #added = { line: 0, gap: 0 };
  /** Drops rings without readers until `enough()`. */
  dropIdle: (enough: () => boolean) => void = () => undefined;

  constructor(maxBytes: number = allRingsMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** What all rings have, an upper bound: two bytes for each UTF-16 unit. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Lines and gaps that were ever added to the rings. */
  get added(): Readonly<Record<"line" | "gap", number>> {
    return this.#added;
  }

  /** A ring has got an entry. */
  count(kind: "line" | "gap"): void {
    this.#added[kind] += 1;
  }

  /** A ring has grown by `bytes`; negative: it has lost so much. */
  changed(ring: SizedRing, bytes: number): void {
    // A source that was stopped may still add what it had read.
    if (this.#removed.has(ring)) return;
    this.#rings.add(ring);
    this.#totalBytes += bytes;
    if (bytes <= 0 || this.#totalBytes <= this.#maxBytes) return;
    this.dropIdle(() => this.#totalBytes <= this.#maxBytes);
    while (this.#totalBytes > this.#maxBytes && this.#shrinkLargest()) {
      // Once more.
    }
  }

  /** The ring is no longer in use. */
  remove(ring: SizedRing): void {
    this.#removed.add(ring);
    if (this.#rings.delete(ring)) this.#totalBytes -= ring.sizeBytes;
  }

  /** Halves the largest ring; false when it cannot become smaller. */
  #shrinkLargest(): boolean {
    let largest: SizedRing | undefined;
    for (const ring of this.#rings)
      if (largest === undefined || ring.sizeBytes > largest.sizeBytes) largest = ring;
    const before = this.#totalBytes;
    largest?.shrink(largest.sizeBytes / 2);
    return this.#totalBytes < before;
  }
}
