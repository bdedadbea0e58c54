// The newest events of one session in memory, from which streams follow it. Older ones are in the archive.
import type { TelemetryRecord } from "../../lib/contract/telemetry.ts";

interface Stored {
  record: TelemetryRecord;
  sizeBytes: number;
}

export interface TelemetryRingLimits {
  events: number;
  bytes: number;
}

const standardRingLimits: TelemetryRingLimits = { events: 1_000, bytes: 2 * 1024 * 1024 };

/** A bounded buffer of events with consecutive numbers; the oldest ones are evicted, the newest always stays. */
export class TelemetryRing {
  readonly #limits: TelemetryRingLimits;
  #stored: Stored[] = [];
  /** Index of the oldest event that is not evicted. */
  #first = 0;
  #bytes = 0;

  constructor(limits = standardRingLimits) {
    this.#limits = limits;
  }

  /** `sizeBytes`: of the record as JSON. */
  add(record: TelemetryRecord, sizeBytes: number): void {
    this.#stored.push({ record, sizeBytes });
    this.#bytes += sizeBytes;
    const { events, bytes } = this.#limits;
    for (let count = this.#stored.length - this.#first; count > 1; count -= 1) {
      if (count <= events && this.#bytes <= bytes) break;
      this.#bytes -= this.#stored[this.#first]?.sizeBytes ?? 0;
      this.#first += 1;
    }
    // Seldom, so that adding an event does not copy all others.
    if (this.#first < events) return;
    this.#stored = this.#stored.slice(this.#first);
    this.#first = 0;
  }

  /** The number of the oldest event; undefined without any. */
  get oldestSeq(): number | undefined {
    return this.#stored[this.#first]?.record.seq;
  }

  /** At most `limit` events with a number above `seq`. */
  after(seq: number, limit: number): TelemetryRecord[] {
    const from = this.#first + Math.max(0, seq + 1 - (this.oldestSeq ?? 0));
    return this.#stored.slice(from, from + limit).map(({ record }) => record);
  }

  clear(): void {
    this.#stored = [];
    this.#first = 0;
    this.#bytes = 0;
  }
}
