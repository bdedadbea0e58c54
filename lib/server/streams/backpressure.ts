// Backpressure from the viewers of a log: before entries are added that could evict what a viewer has not taken, the
// writer waits for that viewer. The wait is bounded, so that a viewer who does not read cannot stop the others.
import { type Clock, pause } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";

/** A viewer's position in a ring. */
export interface RingReader {
  /** Entries not taken yet. */
  readonly backlog: number;
  /** Whether so much has not been taken that the ring may soon evict it. */
  readonly isUrgent: boolean;
}

interface Waited {
  /** For this reader, in milliseconds, since it last took something. */
  idleMs: number;
  /** Since it last had everything. */
  totalMs: number;
  /** It took something during the current wait. */
  hasTaken: boolean;
}

const { stuckMs, behindMs } = deadlines.logs.viewer;

/** The viewers of one ring. */
export class Backpressure {
  readonly #clock: Clock;
  readonly #readers = new Map<RingReader, Waited>();
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Includes a reader; the returned function removes it. */
  add(reader: RingReader): () => void {
    this.#readers.set(reader, { idleMs: 0, totalMs: 0, hasTaken: false });
    return () => {
      this.#readers.delete(reader);
      this.#wake?.();
    };
  }

  /** A reader has taken entries. */
  taken(reader: RingReader): void {
    const waited = this.#readers.get(reader);
    if (waited === undefined) return;
    waited.hasTaken = true;
    waited.idleMs = 0;
    if (reader.backlog === 0) waited.totalMs = 0;
    this.#wake?.();
  }

  /** Ends the current wait. */
  interrupt(): void {
    this.#wake?.();
  }

  /** Resolves once no viewer that still reads would lose entries; at once when there is none. */
  async room(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const awaited: Waited[] = [];
      for (const [reader, waited] of this.#readers) {
        waited.hasTaken = false;
        if (reader.isUrgent && waited.idleMs < stuckMs && waited.totalMs < behindMs) awaited.push(waited);
      }
      if (awaited.length === 0) return;
      const startMs = this.#clock.monotonicMs();
      const restMs = Math.min(
        ...awaited.map(({ idleMs, totalMs }) => Math.min(stuckMs - idleMs, behindMs - totalMs)),
      );
      const expired = await this.#take(restMs);
      const waitedMs = expired ? restMs : this.#clock.monotonicMs() - startMs;
      for (const waited of awaited) {
        if (!waited.hasTaken) waited.idleMs += waitedMs;
        waited.totalMs += waitedMs;
      }
    }
  }

  /** Waits for a reader; true when `limitMs` passed first. */
  async #take(limitMs: number): Promise<boolean> {
    const woken = new AbortController();
    let expired = true;
    this.#wake = () => {
      expired = false;
      woken.abort();
    };
    await pause(this.#clock, limitMs, woken.signal);
    this.#wake = undefined;
    return expired;
  }
}
