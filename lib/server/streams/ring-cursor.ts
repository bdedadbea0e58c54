// A position in a ring: everything up to it has been taken. There is no queue per reader; whoever falls behind the ring's
// oldest entry learns how much was lost.
import { liveBounds } from "../../bff/live.ts";
import type { RingReader } from "./backpressure.ts";
import type { LogRing, Lost, RingEntry } from "./ring.ts";

/** A quarter of the ring's capacity. */
const urgentBacklog = { entries: liveBounds.ringLines / 4, bytes: liveBounds.ringBytes / 4 } as const;

export class RingCursor implements RingReader {
  readonly #ring: LogRing;
  #takenId: number;
  #lastAt: string | null = null;
  /** The ring's `addedBytes` when everything had been taken last. */
  #caughtUpBytes: number;

  /** Begins after the entry `takenId`. */
  constructor(ring: LogRing, takenId: number) {
    this.#ring = ring;
    this.#takenId = takenId;
    this.#caughtUpBytes = ring.addedBytes;
  }

  /** The id of the last entry taken. */
  get takenId(): number {
    return this.#takenId;
  }

  /** The time of the last entry taken; null before the first. */
  get lastAt(): string | null {
    return this.#lastAt;
  }

  /** Entries not taken yet. */
  get backlog(): number {
    return this.#ring.lastId - this.#takenId;
  }

  /** Whether so much has not been taken that the ring may soon evict it. */
  get isUrgent(): boolean {
    const waitingBytes = this.#ring.addedBytes - this.#caughtUpBytes;
    return this.backlog >= urgentBacklog.entries || (this.backlog > 0 && waitingBytes >= urgentBacklog.bytes);
  }

  /** Passes over the entries that the ring has evicted since the last call and returns them; undefined for none. */
  passLost(): Lost | undefined {
    const lost = this.#ring.lostAfter(this.#takenId);
    if (lost !== undefined) this.#takenId = lost.throughId;
    return lost;
  }

  /** The next entries, about `maxBytes` of JSON; call `passLost` first. */
  take(maxBytes: number): RingEntry[] {
    const entries = this.#ring.after(this.#takenId, maxBytes);
    const last = entries.at(-1);
    if (last !== undefined) {
      this.#takenId = last.id;
      this.#lastAt = last.at;
    }
    if (this.backlog === 0) this.#caughtUpBytes = this.#ring.addedBytes;
    return entries;
  }
}
