// Bounded buffer of a process's output for any number of readers. With readers, the process waits for the slowest one
// and nothing is lost; without, only the newest output is kept, and a later reader gets a note about the gap.
import type { ProcessStream } from "../../lib/contract/processes.ts";

export interface OutputChunk {
  stream: ProcessStream;
  data: Buffer;
}

interface Reader {
  /** Number of the next chunk to read. */
  next: number;
  wake: () => void;
}

export class OutputBuffer {
  readonly #maxBytes: number;
  readonly #readers = new Set<Reader>();
  #chunks: OutputChunk[] = [];
  /** Number of the first stored chunk. */
  #first = 0;
  #storedBytes = 0;
  #droppedBytes = 0;
  #ended = false;
  #onSpaceFreed: (() => void) | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk. False when the buffer is full and has readers: await `room` before the next. */
  push(chunk: OutputChunk): boolean {
    this.#chunks.push(chunk);
    this.#storedBytes += chunk.data.length;
    this.#trim();
    for (const reader of this.#readers) reader.wake();
    return this.#storedBytes <= this.#maxBytes;
  }

  /** Calls `act` once, when a full buffer has room again. */
  room(act: () => void): void {
    this.#onSpaceFreed = act;
  }

  /** Marks the output as complete. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.wake();
  }

  /** Yields stored and then new chunks until the end or `signal`. Each reader gets all of them. */
  async *read(signal: AbortSignal): AsyncGenerator<readonly OutputChunk[], void> {
    const reader: Reader = { next: this.#first, wake: () => undefined };
    const dropped = this.#droppedBytes;
    this.#readers.add(reader);
    const wake = () => reader.wake();
    signal.addEventListener("abort", wake);
    try {
      if (dropped > 0) yield [gap(dropped)];
      while (!signal.aborted) {
        const chunks = this.#chunks.slice(reader.next - this.#first);
        if (chunks.length > 0) {
          yield chunks;
          reader.next += chunks.length;
          this.#trim();
        } else if (this.#ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener("abort", wake);
      this.#readers.delete(reader);
      this.#trim();
    }
  }

  #trim(): void {
    const slowest = Math.min(...[...this.#readers].map(({ next }) => next), Number.POSITIVE_INFINITY);
    let drop = 0;
    while (this.#storedBytes > this.#maxBytes && this.#first + drop < slowest) {
      const size = this.#chunks[drop]?.data.length;
      if (size === undefined) break;
      this.#storedBytes -= size;
      this.#droppedBytes += size;
      drop += 1;
    }
    if (drop > 0) {
      this.#chunks = this.#chunks.slice(drop);
      this.#first += drop;
    }
    if (this.#storedBytes > this.#maxBytes) return;
    const act = this.#onSpaceFreed;
    this.#onSpaceFreed = undefined;
    act?.();
  }
}

const gap = (bytes: number): OutputChunk => ({
  stream: "stderr",
  data: Buffer.from(`[${bytes} bytes of earlier output are no longer stored]\n`),
});
