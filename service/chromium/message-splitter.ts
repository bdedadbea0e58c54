// The form of messages on a DevTools pipe: each ends with a zero byte, as Chromium reads and writes them
// (`--remote-debugging-pipe`).

/** Collects the messages of a stream of bytes. */
export class MessageSplitter {
  readonly #receive: (message: Buffer) => void;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #partBytes = 0;

  /** `maxBytes`: of one message without its zero byte. */
  constructor(receive: (message: Buffer) => void, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
    this.#receive = receive;
    this.#maxBytes = maxBytes;
  }

  /** Calls `receive` with every message that `chunk` completes. Throws RangeError when one is too long. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, end);
      this.#checkLength(last);
      const message = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
      this.#parts = [];
      this.#partBytes = 0;
      this.#receive(message);
      start = end + 1;
    }
    if (start === chunk.length) return;
    const rest = chunk.subarray(start);
    this.#checkLength(rest);
    this.#parts.push(rest);
    this.#partBytes += rest.length;
  }

  #checkLength(next: Buffer): void {
    if (this.#partBytes + next.length > this.#maxBytes) throw new RangeError("a message is too long");
  }
}
