// What the runs of a node have done, numbered and kept for a service that was not connected.
import type { RunMessage } from "./node-protocol.ts";

type Event = RunMessage["event"];

/** Of the lines that are kept, in characters. */
const linesLimit = 16_000_000;
/** How many ends and outcomes are kept. */
const endsLimit = 10_000;

export class RunOutbox {
  readonly #listeners = new Set<(message: RunMessage) => void>();
  readonly #linesLimit: number;
  #kept: RunMessage[] = [];
  #chars = 0;
  #seq = 0;

  constructor(limit = linesLimit) {
    this.#linesLimit = limit;
  }

  send(id: string, event: Event): void {
    this.#seq += 1;
    const message: RunMessage = { type: "run", seq: this.#seq, id, event };
    this.#kept.push(message);
    this.#chars += sizeOf(message);
    if (this.#chars > this.#linesLimit || this.#kept.length > 2 * endsLimit) this.#trim();
    for (const listener of this.#listeners) listener(message);
  }

  /** Calls `listener` with what is kept after the message `seq`, and with what follows. Returns a function that unsubscribes. */
  watch(seq: number, listener: (message: RunMessage) => void): () => void {
    for (const message of this.#kept) if (message.seq > seq) listener(message);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Leaves out the older half of the lines and, beyond their limit, the oldest ends. */
  #trim(): void {
    let over = this.#chars - this.#linesLimit / 2;
    const left = this.#kept.filter((message) => {
      const size = sizeOf(message);
      if (size === 0 || over <= 0) return true;
      over -= size;
      this.#chars -= size;
      return false;
    });
    const ends = left.filter((message) => sizeOf(message) === 0);
    const firstSeq = ends.at(-endsLimit)?.seq ?? 0;
    this.#kept = left.filter((message) => sizeOf(message) > 0 || message.seq >= firstSeq);
  }
}

/** 0 for what is no line. */
const sizeOf = ({ event }: RunMessage) => (event.kind === "log" ? event.line.length + 1 : 0);
