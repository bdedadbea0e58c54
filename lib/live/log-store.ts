// The rows of one log pane: lines, gaps and ends, in order and without repetition. Row numbers count from the first row
// ever added, so they stay valid while older rows are evicted.
import type { LogGap } from "../bff/live.ts";
import { logLevels } from "../format/log-level.ts";
import {
  type FoundRows,
  type LineTest,
  LogChunk,
  type LogRow,
  type OtherRow,
  type VisitRow,
} from "./log-chunk.ts";
import { Continuity } from "./log-continuity.ts";
import type { FeedLine } from "./log-feed.ts";

export interface LogStoreBounds {
  readonly lines: number;
  /** Memory of all texts. */
  readonly bytes: number;
}

/** Default bounds. */
const paneBounds: LogStoreBounds = { lines: 1_000_000, bytes: 256_000_000 };

/**
 * Holds at most 1,000,000 lines and 256 MB of text by default. Beyond that the oldest rows are evicted in chunks of up
 * to 2,048, and counted.
 */
export class LogStore {
  readonly #bounds: LogStoreBounds;
  #chunks: LogChunk[] = [];
  /** Row number at which each chunk begins. */
  #starts: number[] = [];
  #endRow = 0;
  #lines = 0;
  #bytes = 0;
  #evictedLineCount = 0;
  #addedLines = 0;
  #writtenTimes = false;
  #aheadMs = 0;
  #continuity = new Continuity();
  #epoch = "";
  #levelCounts: number[] = logLevels.map(() => 0);
  #version = 0;

  constructor(bounds = paneBounds) {
    this.#bounds = bounds;
  }

  /** Number of the oldest row held. */
  get firstRow(): number {
    return this.#starts[0] ?? this.#endRow;
  }

  /** One above the number of the newest row. */
  get endRow(): number {
    return this.#endRow;
  }

  /** Lines held, without gaps. */
  get lineCount(): number {
    return this.#lines;
  }

  /** Lines ever added, including evicted ones. */
  get addedLines(): number {
    return this.#addedLines;
  }

  /** Whether any line had the time at which it was written. */
  get hasWrittenTimes(): boolean {
    return this.#writtenTimes;
  }

  /** How far a line's time of writing was after its receipt at most: the clock of what writes the log is that far ahead. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Lines evicted because the store was full. */
  get evictedLineCount(): number {
    return this.#evictedLineCount;
  }

  /** Memory of the texts held, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Lines held per level, in the order of `logLevels`. */
  get levelCounts(): readonly number[] {
    return this.#levelCounts;
  }

  get bounds(): LogStoreBounds {
    return this.#bounds;
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  /** Adds lines; repeated ones are dropped, a jump in the ids becomes a gap. */
  addLines(epoch: string, lines: readonly FeedLine[]): void {
    let source: number | undefined;
    const missing = (gap: LogGap) => this.#addOther({ kind: "gap", id: gap.id, epoch, gap, source });
    for (const line of lines) {
      source = line.source;
      if (!this.#continuity.acceptLine(epoch, line.id, line.at, missing)) continue;
      const chunk = this.#chunkFor(epoch);
      this.#bytes -= chunk.bytes;
      const level = chunk.addLine(line);
      this.#writtenTimes ||= line.received !== undefined;
      this.#aheadMs = Math.max(this.#aheadMs, chunk.aheadMs);
      this.#bytes += chunk.bytes;
      this.#levelCounts[level] = (this.#levelCounts[level] ?? 0) + 1;
      this.#endRow += 1;
      this.#lines += 1;
      this.#addedLines += 1;
    }
    this.#trim();
  }

  /** Adds a gap unless it is known. */
  addGap(epoch: string, gap: LogGap, source?: number): void {
    if (this.#continuity.acceptGap(epoch, gap))
      this.#addOther({ kind: "gap", id: gap.id, epoch, gap, source });
  }

  /** Adds the end of the log, or of one source. An immediate repetition is dropped. */
  addEnd(reason: string | null, source?: number): void {
    const last = this.row(this.#endRow - 1);
    if (last?.kind === "ended" && (source === undefined || last.source === source)) return;
    this.#addOther({ kind: "ended", reason, source });
  }

  /** Removes all rows. Entries received before are still dropped as repetitions. */
  clear(): void {
    this.#chunks = [];
    this.#starts = [];
    this.#lines = 0;
    this.#bytes = 0;
    this.#evictedLineCount = 0;
    this.#levelCounts = logLevels.map(() => 0);
    this.#version += 1;
  }

  /** Visits the rows from number `from` to before `to` in order. */
  scan(from: number, to: number, visit: VisitRow): void {
    this.#eachChunk(from, to, (chunk, first, end, start) => chunk.scan(first, end, start, visit));
  }

  /** Adds the rows from number `from` to before `to` that pass the test. */
  find(from: number, to: number, test: LineTest, found: FoundRows): void {
    this.#eachChunk(from, to, (chunk, first, end, start) => chunk.find(first, end, start, test, found));
  }

  /** One above the last row whose text is joined with that of row `number`; undefined where it is not joined. */
  joinedEnd(number: number): number | undefined {
    const at = this.#chunkAt(number);
    return this.#chunks[at]?.isJoined === true ? (this.#starts[at + 1] ?? this.#endRow) : undefined;
  }

  /** Calls `visit` with the part of each chunk within the rows, as indexes into it, and the number of its first row. */
  #eachChunk(
    from: number,
    to: number,
    visit: (chunk: LogChunk, first: number, end: number, start: number) => void,
  ): void {
    let number = Math.max(from, this.firstRow);
    for (let at = this.#chunkAt(number); number < to; at += 1) {
      const [chunk, start] = [this.#chunks[at], this.#starts[at]];
      if (chunk === undefined || start === undefined) return;
      visit(chunk, number - start, to - start, start);
      number = this.#starts[at + 1] ?? this.#endRow;
    }
  }

  /** The row at a time: the last one before the first later line (lines need not be in time order). Undefined when the
   *  time is before all rows held. */
  rowAtTime(atMs: number): number | undefined {
    for (const [at, chunk] of this.#chunks.entries()) {
      const index = chunk.firstAfter(atMs);
      if (index === undefined) continue;
      const number = (this.#starts[at] ?? 0) + index - 1;
      return number < this.firstRow ? undefined : number;
    }
    return this.#endRow > this.firstRow ? this.#endRow - 1 : undefined;
  }

  row(number: number): LogRow | undefined {
    const at = this.#locate(number);
    return at?.chunk.row(at.index);
  }

  #locate(number: number): { chunk: LogChunk; index: number } | undefined {
    const at = this.#chunkAt(number);
    const chunk = this.#chunks[at];
    const start = this.#starts[at];
    return chunk === undefined || start === undefined || number < start
      ? undefined
      : { chunk, index: number - start };
  }

  /** Index of the chunk that would hold row `number`. */
  #chunkAt(number: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #addOther(row: OtherRow): void {
    this.#chunkFor(row.kind === "gap" ? row.epoch : this.#epoch).addOther(row);
    this.#endRow += 1;
  }

  #chunkFor(epoch: string): LogChunk {
    this.#version += 1;
    this.#epoch = epoch;
    const last = this.#chunks.at(-1);
    if (last !== undefined && !last.full && last.epoch === epoch) return last;
    const chunk = new LogChunk(epoch);
    this.#chunks.push(chunk);
    this.#starts.push(this.#endRow);
    return chunk;
  }

  #trim(): void {
    while (
      (this.#lines > this.#bounds.lines || this.#bytes > this.#bounds.bytes) &&
      this.#chunks.length > 1
    ) {
      const chunk = this.#chunks.shift();
      this.#starts.shift();
      if (chunk === undefined) return;
      this.#lines -= chunk.lineCount;
      this.#bytes -= chunk.bytes;
      this.#evictedLineCount += chunk.lineCount;
      this.#levelCounts = this.#levelCounts.map((count, level) => count - (chunk.levelCounts[level] ?? 0));
    }
  }
}
