// The rows of one log pane: lines, breaks and the end. Rows are counted from the first one ever added, so that a row
// keeps its number while older ones go. It keeps what came in order and nothing twice; what is missing is a row.
import type { LogGap, LogLine } from "../bff/live.ts";

export type LogRow =
  | {
      readonly kind: "line";
      readonly id: number;
      readonly epoch: string;
      /** Epoch milliseconds; NaN when the time cannot be read. */
      readonly atMs: number;
      /** The time as it was sent. */
      readonly at: string;
      readonly text: string;
      /** The line was longer than the wire carries. */
      readonly cut: boolean;
    }
  | { readonly kind: "gap"; readonly id: number; readonly epoch: string; readonly gap: LogGap }
  | { readonly kind: "ended"; readonly reason: string | null };

type OtherRow = Exclude<LogRow, { kind: "line" }>;

export interface LogStoreBounds {
  readonly lines: number;
  /** All texts together, in UTF-16 units. */
  readonly chars: number;
}

const chunkRows = 2048;

/** Columns instead of an object per line: a million lines are a million strings and two arrays of numbers. */
class Chunk {
  readonly epoch: string;
  readonly texts: string[] = [];
  readonly #ids = new Float64Array(chunkRows);
  readonly #times = new Float64Array(chunkRows);
  /** Times that a number of milliseconds cannot give back letter by letter. */
  #exactTimes: Map<number, string> | undefined;
  #cuts: Set<number> | undefined;
  #others: Map<number, OtherRow> | undefined;
  chars = 0;

  constructor(epoch: string) {
    this.epoch = epoch;
  }

  get full(): boolean {
    return this.texts.length === chunkRows;
  }

  get lineCount(): number {
    return this.texts.length - (this.#others?.size ?? 0);
  }

  addLine({ id, at, text, cut }: LogLine): void {
    const index = this.texts.push(text) - 1;
    const atMs = Date.parse(at);
    this.#ids[index] = id;
    this.#times[index] = atMs;
    this.chars += text.length;
    if (Number.isNaN(atMs) || new Date(atMs).toISOString() !== at) {
      this.#exactTimes ??= new Map();
      this.#exactTimes.set(index, at);
    }
    if (cut === true) {
      this.#cuts ??= new Set();
      this.#cuts.add(index);
    }
  }

  addOther(row: OtherRow): void {
    this.#others ??= new Map();
    this.#others.set(this.texts.push("") - 1, row);
  }

  /** The text of a line; undefined for any other row. */
  text(index: number): string | undefined {
    return this.#others?.has(index) ? undefined : this.texts[index];
  }

  row(index: number): LogRow | undefined {
    const other = this.#others?.get(index);
    if (other !== undefined) return other;
    const text = this.texts[index];
    if (text === undefined) return undefined;
    const atMs = this.#times[index] ?? Number.NaN;
    return {
      kind: "line",
      id: this.#ids[index] ?? 0,
      epoch: this.epoch,
      atMs,
      at: this.#exactTimes?.get(index) ?? new Date(atMs).toISOString(),
      text,
      cut: this.#cuts?.has(index) ?? false,
    };
  }
}

/**
 * Holds at most 1,000,000 lines and 256 Mi characters of text (unless told otherwise); beyond that the oldest go,
 * 2,048 rows or fewer at a time, and are counted.
 */
export class LogStore {
  readonly #bounds: LogStoreBounds;
  #chunks: Chunk[] = [];
  /** Row number at which each chunk begins. */
  #starts: number[] = [];
  #endRow = 0;
  #lines = 0;
  #chars = 0;
  #goneLines = 0;
  #addedLines = 0;
  #epoch: string | undefined;
  #lastId = 0;
  #lastAt: string | null = null;
  #version = 0;

  constructor(bounds: LogStoreBounds = { lines: 1_000_000, chars: 268_435_456 }) {
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

  /** Lines held, breaks not counted. */
  get lineCount(): number {
    return this.#lines;
  }

  /** Lines ever added: what has come since is told by the difference. */
  get addedLines(): number {
    return this.#addedLines;
  }

  /** Lines this store let go because it was full. */
  get goneLines(): number {
    return this.#goneLines;
  }

  /** Rises with every change. */
  get version(): number {
    return this.#version;
  }

  /** Adds lines that came together; those it has are dropped, a jump in their ids becomes a break. */
  addLines(epoch: string, lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (!this.#isNew(epoch, line.id, line.at)) continue;
      this.#chunkFor(epoch).addLine(line);
      this.#endRow += 1;
      this.#lines += 1;
      this.#addedLines += 1;
      this.#chars += line.text.length;
      this.#lastAt = line.at;
    }
    this.#trim();
  }

  /** Adds a break unless it is known. */
  addGap(epoch: string, gap: LogGap): void {
    if (epoch === this.#epoch && gap.id <= this.#lastId) return;
    this.#epoch = epoch;
    this.#lastId = gap.id;
    this.#lastAt = gap.to;
    this.#addOther({ kind: "gap", id: gap.id, epoch, gap });
  }

  /** Says that there will be no more lines. Said again with nothing in between, it is dropped. */
  addEnd(reason: string | null): void {
    if (this.row(this.#endRow - 1)?.kind === "ended") return;
    this.#addOther({ kind: "ended", reason });
  }

  /** Lets go of all rows. What it has seen it still knows: nothing comes a second time. */
  clear(): void {
    this.#chunks = [];
    this.#starts = [];
    this.#lines = 0;
    this.#chars = 0;
    this.#goneLines = 0;
    this.#version += 1;
  }

  row(number: number): LogRow | undefined {
    const at = this.#locate(number);
    return at?.chunk.row(at.index);
  }

  /** The text of a line; undefined for a break, and for a row that is not there. */
  textOf(number: number): string | undefined {
    const at = this.#locate(number);
    return at?.chunk.text(at.index);
  }

  #locate(number: number): { chunk: Chunk; index: number } | undefined {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low];
    const start = this.#starts[low];
    return chunk === undefined || start === undefined || number < start
      ? undefined
      : { chunk, index: number - start };
  }

  /** Whether an entry has not been here. Marks what is missing before it: the ids of a log rise by one. */
  #isNew(epoch: string, id: number, at: string): boolean {
    if (epoch === this.#epoch) {
      if (id <= this.#lastId) return false;
      // How many of the missing entries were lines, and how many stood for several, nobody can say.
      if (id > this.#lastId + 1) this.#addJump(epoch, id - 1, "overflow", at);
    } else if (this.#epoch !== undefined) {
      this.#addJump(epoch, id - 1, "expired", at);
    }
    this.#epoch = epoch;
    this.#lastId = id;
    return true;
  }

  #addJump(epoch: string, id: number, reason: LogGap["reason"], to: string): void {
    this.#addOther({ kind: "gap", id, epoch, gap: { id, reason, count: null, from: this.#lastAt, to } });
  }

  #addOther(row: OtherRow): void {
    this.#chunkFor(row.kind === "gap" ? row.epoch : (this.#epoch ?? "")).addOther(row);
    this.#endRow += 1;
    this.#version += 1;
  }

  #chunkFor(epoch: string): Chunk {
    this.#version += 1;
    const last = this.#chunks.at(-1);
    if (last !== undefined && !last.full && last.epoch === epoch) return last;
    const chunk = new Chunk(epoch);
    this.#chunks.push(chunk);
    this.#starts.push(this.#endRow);
    return chunk;
  }

  #trim(): void {
    while (
      (this.#lines > this.#bounds.lines || this.#chars > this.#bounds.chars) &&
      this.#chunks.length > 1
    ) {
      const chunk = this.#chunks.shift();
      this.#starts.shift();
      if (chunk === undefined) return;
      this.#lines -= chunk.lineCount;
      this.#chars -= chunk.chars;
      this.#goneLines += chunk.lineCount;
    }
  }
}
