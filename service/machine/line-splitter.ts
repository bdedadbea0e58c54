// Splits bytes into whole lines with bounded memory: of an overlong line only the beginning is kept.
const lineFeed = 0x0a;

/** Appended to a line that was cut. */
export const truncationMark = " [line cut]";
const markBytes = Buffer.byteLength(truncationMark);

/** Splits at LF. CR is kept, empty lines are dropped, an unfinished last line is held back until its LF. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #storedBytes = 0;
  #overlong = false;

  /** `maxBytes`: limit of a line in UTF-8, including the mark of a cut one. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes. The chunk may be reused by the caller afterwards. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#store(chunk.subarray(start, end));
      const line = this.#finish();
      if (line !== "") lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#store(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  /** The unfinished last line, for input that has ended. */
  rest(): string[] {
    const line = this.#finish();
    return line === "" ? [] : [line];
  }

  #store(part: Buffer): void {
    const room = this.#maxBytes - this.#storedBytes;
    if (part.length > room) this.#overlong = true;
    const retained = part.subarray(0, room);
    if (retained.length === 0) return;
    this.#parts.push(retained);
    this.#storedBytes += retained.length;
  }

  #finish(): string {
    const [only] = this.#parts;
    const bytes = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts);
    const text = this.#overlong
      ? cut(bytes, this.#maxBytes - markBytes) + truncationMark
      : bytes.toString("utf8");
    this.#parts = [];
    this.#storedBytes = 0;
    this.#overlong = false;
    return text;
  }
}

/** At most the first `maxBytes` of `bytes`, never ending inside a character. */
function cut(bytes: Buffer, maxBytes: number): string {
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
