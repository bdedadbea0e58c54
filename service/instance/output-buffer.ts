// What a process has written, for any number of readers. Bounded: while somebody reads, the process waits for the
// slowest reader and nothing is lost; while nobody does, only the newest part is kept and the gap is told.
import type { ProcessStream } from "../../lib/contract/processes.ts";

export interface OutputChunk {
  stream: ProcessStream;
  data: Buffer;
}

interface Reader {
  /** Number of the next chunk it gets. */
  next: number;
  wake: () => void;
}

export class OutputBuffer {
  readonly #maxBytes: number;
  readonly #readers = new Set<Reader>();
  #chunks: OutputChunk[] = [];
  /** Number of the first chunk kept. */
  #first = 0;
  #keptBytes = 0;
  #lostBytes = 0;
  #ended = false;
  #onRoom: (() => void) | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk. False: full, and somebody still reads; wait for `room` before the next. */
  push(chunk: OutputChunk): boolean {
    this.#chunks.push(chunk);
    this.#keptBytes += chunk.data.length;
    this.#trim();
    for (const reader of this.#readers) reader.wake();
    return this.#keptBytes <= this.#maxBytes;
  }

  /** Called once, when a full buffer has room again. */
  room(act: () => void): void {
    this.#onRoom = act;
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.wake();
  }

  /** Everything kept and then everything new, until the end or `signal`. Each reader gets all of it. */
  async *read(signal: AbortSignal): AsyncGenerator<readonly OutputChunk[], void> {
    const reader: Reader = { next: this.#first, wake: () => undefined };
    const lost = this.#lostBytes;
    this.#readers.add(reader);
    const wake = () => reader.wake();
    signal.addEventListener("abort", wake);
    try {
      if (lost > 0) yield [gap(lost)];
      while (!signal.aborted) {
        const fresh = this.#chunks.slice(reader.next - this.#first);
        if (fresh.length > 0) {
          yield fresh;
          reader.next += fresh.length;
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
    while (this.#keptBytes > this.#maxBytes && this.#first + drop < slowest) {
      const size = this.#chunks[drop]?.data.length;
      if (size === undefined) break;
      this.#keptBytes -= size;
      this.#lostBytes += size;
      drop += 1;
    }
    if (drop > 0) {
      this.#chunks = this.#chunks.slice(drop);
      this.#first += drop;
    }
    if (this.#keptBytes > this.#maxBytes) return;
    const act = this.#onRoom;
    this.#onRoom = undefined;
    act?.();
  }
}

const gap = (bytes: number): OutputChunk => ({
  stream: "stderr",
  data: Buffer.from(`[${bytes} bytes of earlier output are no longer kept]\n`),
});
