// The newest events of one session in memory, from which streams follow it. Older ones are in the archive.

/** An event as it is stored and streamed. */
export interface TelemetryLine {
  seq: number;
  /** The record as JSON. */
  json: string;
}

export interface TelemetryRingLimits {
  events: number;
  bytes: number;
}

const standardRingLimits: TelemetryRingLimits = { events: 1_000, bytes: 2 * 1024 * 1024 };

/** A bounded buffer of events with consecutive numbers; the oldest ones are evicted, the newest always stays. */
export class TelemetryRing {
  readonly #limits: TelemetryRingLimits;
  #stored: TelemetryLine[] = [];
  /** Index of the oldest event that is not evicted. */
  #first = 0;
  #bytes = 0;

  constructor(limits = standardRingLimits) {
    this.#limits = limits;
  }

  add(line: TelemetryLine): void {
    this.#stored.push(line);
    this.#bytes += line.json.length;
    const { events, bytes } = this.#limits;
    for (let count = this.#stored.length - this.#first; count > 1; count -= 1) {
      if (count <= events && this.#bytes <= bytes) break;
      this.#bytes -= this.#stored[this.#first]?.json.length ?? 0;
      this.#first += 1;
    }
    // Seldom, so that adding an event does not copy all others.
    if (this.#first < events) return;
    this.#stored = this.#stored.slice(this.#first);
    this.#first = 0;
  }

  /** The number of the oldest event; undefined without any. */
  get oldestSeq(): number | undefined {
    return this.#stored[this.#first]?.seq;
  }

  /** At most `limit` events with a number above `seq`. */
  after(seq: number, limit: number): TelemetryLine[] {
    const from = this.#first + Math.max(0, seq + 1 - (this.oldestSeq ?? 0));
    return this.#stored.slice(from, from + limit);
  }

  clear(): void {
    this.#stored = [];
    this.#first = 0;
    this.#bytes = 0;
  }
}
