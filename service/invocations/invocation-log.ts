// The log of one running invocation as a file. Each line is written when it comes, so that a killed service loses none;
// readers read the file at their own pace, so that none is in memory for them. What is missing is noted where it was.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import {
  type LoggedLine,
  limitReached,
  lineFromText,
  lineToText,
  missingLines,
} from "../kernel/log-lines.ts";
import { systemErrorCode } from "../kernel/system-error.ts";

const bytesPerMb = 1024 * 1024;
/** More than the longest line. */
const tailBytes = 64 * 1024;

export class InvocationLog {
  readonly #path: string;
  readonly #maxBytes: number;
  #fd: number | undefined;
  #writtenBytes = 0;
  #isFull = false;
  #isClosed = false;
  #linesBeyondLimit = 0;
  #unwrittenLines = 0;
  #fault: unknown;
  /** The time of the last line that an earlier process has written, RFC 3339. */
  #writtenUntil = "";

  /**
   * Creates the file, or with `resumes` goes on with that of an earlier process, if there is one. Where that fails, lines are
   * counted as missing until it succeeds.
   */
  constructor(path: string, maxBytes: number, { resumes = false } = {}) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    if (resumes) this.#resume();
    this.#write([], 0);
  }

  /** Bytes that can be read. */
  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  /**
   * Writes the lines that fit, none after `close`; of a resumed log, none that are in it. The notes about missing lines may
   * exceed the limit.
   */
  append(logged: readonly LoggedLine[]): void {
    if (this.#isClosed) return;
    const lines = this.#writtenUntil === "" ? logged : logged.filter(({ at }) => at > this.#writtenUntil);
    const fitting = this.#isFull ? [] : this.#fitting(lines);
    const beyond = lines.slice(fitting.length);
    this.#linesBeyondLimit += beyond.length;
    const [first] = beyond;
    if (first && !this.#isFull) {
      this.#isFull = true;
      this.#write([...fitting, { at: first.at, text: this.#fullText }], fitting.length);
    } else if (fitting.length > 0) this.#write(fitting, fitting.length);
  }

  /**
   * Closes the file; its last line has the number of lines beyond the limit. Returns the error because of which lines
   * are missing without a note, if there is one.
   */
  close(at: string): unknown {
    this.#isClosed = true;
    const cause = `the log of an invocation is limited to ${this.#limit}`;
    if (this.#linesBeyondLimit > 0) this.#write([missingLines(at, this.#linesBeyondLimit, cause)], 1);
    else if (this.#unwrittenLines > 0) this.#write([], 0, at);
    if (this.#fd !== undefined) {
      // Removes what a failed write may have left.
      ftruncateSync(this.#fd, this.#writtenBytes);
      closeSync(this.#fd);
      this.#fd = undefined;
    }
    return this.#fault;
  }

  get #limit(): string {
    return `${this.#maxBytes / bytesPerMb} MB`;
  }

  get #fullText(): string {
    return limitReached(this.#limit);
  }

  /** Opens the file behind its last whole line. */
  #resume(): void {
    try {
      const fd = openSync(this.#path, "r+");
      this.#fd = fd;
      const { size } = fstatSync(fd);
      const tail = Buffer.alloc(Math.min(size, tailBytes));
      readSync(fd, tail, 0, tail.length, size - tail.length);
      const end = tail.lastIndexOf("\n") + 1;
      this.#writtenBytes = size - tail.length + end;
      if (end === 0) return;
      const { at, text } = lineFromText(tail.toString("utf8", tail.lastIndexOf("\n", end - 2) + 1, end - 1));
      this.#writtenUntil = at;
      this.#isFull = text === this.#fullText;
    } catch {
      // There is none: it is created.
    }
  }

  #fitting(lines: readonly LoggedLine[]): LoggedLine[] {
    let sizeBytes = this.#writtenBytes;
    const beyond = lines.findIndex((line) => {
      sizeBytes += Buffer.byteLength(lineToText(line)) + 1;
      return sizeBytes > this.#maxBytes;
    });
    return lines.slice(0, beyond === -1 ? lines.length : beyond);
  }

  /** Writes `lines`, of which `count` are counted as missing if that fails, after a note about earlier ones. */
  #write(lines: readonly LoggedLine[], count: number, at = lines[0]?.at ?? ""): void {
    const cause = `they could not be written (${systemErrorCode(this.#fault) ?? this.#fault})`;
    const gap = this.#unwrittenLines > 0 ? [missingLines(at, this.#unwrittenLines, cause)] : [];
    const bytes = Buffer.from([...gap, ...lines].map((line) => `${lineToText(line)}\n`).join(""));
    try {
      this.#fd ??= openSync(this.#path, "w", 0o600);
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#writtenBytes + done);
      }
      this.#writtenBytes += bytes.length;
      this.#unwrittenLines = 0;
      this.#fault = undefined;
    } catch (error) {
      // A full disk must not end the invocation.
      this.#unwrittenLines += count;
      this.#fault = error;
    }
  }
}
