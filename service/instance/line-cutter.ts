// Bytes in, whole lines out. Bounded: of a line longer than the limit only its beginning is kept.
const lineFeed = 0x0a;

/** Ends a line that was longer than the limit. */
export const cutMark = " [line cut]";
const markBytes = Buffer.byteLength(cutMark);

/** Splits at LF. CR is kept, empty lines are dropped, an unfinished last line waits for its LF. */
export class LineCutter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #keptBytes = 0;
  #overlong = false;

  /** `maxBytes` bounds a line in UTF-8, the mark of a cut one included. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes. The chunk may be reused by the caller afterwards. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#finish();
      if (line !== "") lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  /** What waits for its LF, given up as a line: for a file that will never be continued. */
  rest(): string[] {
    const line = this.#finish();
    return line === "" ? [] : [line];
  }

  #keep(part: Buffer): void {
    const room = this.#maxBytes - this.#keptBytes;
    if (part.length > room) this.#overlong = true;
    const kept = part.subarray(0, room);
    if (kept.length === 0) return;
    this.#parts.push(kept);
    this.#keptBytes += kept.length;
  }

  #finish(): string {
    const [only] = this.#parts;
    const bytes = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts);
    const text = this.#overlong ? cut(bytes, this.#maxBytes - markBytes) + cutMark : bytes.toString("utf8");
    this.#parts = [];
    this.#keptBytes = 0;
    this.#overlong = false;
    return text;
  }
}

/** The beginning of `bytes`, at most `maxBytes`, never ending inside a character. */
function cut(bytes: Buffer, maxBytes: number): string {
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
