/** Collects the beginning of an output up to a limit. */
export class BoundedOutput {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #storedBytes = 0;
  #droppedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(data: Buffer): void {
    const retained = data.subarray(0, this.#maxBytes - this.#storedBytes);
    this.#droppedBytes += data.length - retained.length;
    this.#storedBytes += retained.length;
    if (retained.length > 0) this.#chunks.push(retained);
  }

  get isCut(): boolean {
    return this.#droppedBytes > 0;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  mark(name: string): Buffer {
    if (!this.isCut) return Buffer.alloc(0);
    return Buffer.from(
      `\n[${name} was cut after ${this.#maxBytes} bytes; ${this.#droppedBytes} more were dropped]\n`,
    );
  }
}
