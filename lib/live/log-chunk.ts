// A block of log rows in columns instead of an object per line. The texts of a full block are one string: a million lines
// are some five hundred strings and a few typed arrays, and are searched without a call for each.
import type { LogGap } from "../bff/live.ts";
import { hasColoursOnly, hasInvisibleCharacters } from "../format/ansi.ts";
import { type LevelSet, type LogLevel, levelOf, logLevels } from "../format/log-level.ts";
import { JoinedTexts, type NextText } from "./joined-texts.ts";
import type { FeedLine } from "./log-feed.ts";
import type { LogMatcher, TextSearch } from "./log-query.ts";
import { TimeReader } from "./time-reader.ts";

interface OfSource {
  /** Index into the feed's sources, in a merged feed. */
  readonly source: number | undefined;
}

export type LogRow =
  | (OfSource & {
      readonly kind: "line";
      readonly id: number;
      readonly epoch: string;
      /** Epoch milliseconds; NaN for an invalid time. */
      readonly atMs: number;
      /** The time as it was sent. */
      readonly at: string;
      /** When it was received, epoch milliseconds; undefined where `at` is no time of writing. */
      readonly receivedMs: number | undefined;
      readonly text: string;
      readonly level: LogLevel;
      /** The line was cut at the maximum length. */
      readonly cut: boolean;
      /** Frames of an error's stack, a line each. */
      readonly stack: string | undefined;
    })
  | (OfSource & { readonly kind: "gap"; readonly id: number; readonly epoch: string; readonly gap: LogGap })
  | (OfSource & { readonly kind: "ended"; readonly reason: string | null });

export type OtherRow = Exclude<LogRow, { kind: "line" }>;

/** Visitor of a scan. `text` is undefined for rows other than lines. */
export type VisitRow = (number: number, text: string | undefined) => void;

/** What a line has to be to be found. */
export interface LineTest {
  readonly levels: LevelSet;
  /** Both ends included, epoch milliseconds. A line of unknown time may be of any. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Undefined: any text. */
  readonly matcher: LogMatcher | undefined;
}

/** Numbers of rows, ascending. */
export interface FoundRows {
  /** Lines that pass the test. */
  readonly matches: number[];
  /** Those and all rows that are not lines. */
  readonly shown: number[];
}

export const chunkRows = 2048;
const noSource = 255;
const maxJoinedBytes = 2_000_000;
/** The visible text equals the text. */
const plainBit = 0x80;
/** The visible text is the text without its colours. */
const colouredBit = 0x40;
const levelMask = 0x0f;
const none = logLevels.indexOf("none");
const levelIndexes: ReadonlyMap<LogLevel, number> = new Map(logLevels.map((level, index) => [level, index]));
const times = new TimeReader();
const receiptTimes = new TimeReader();
const unusual = /[^\t\x20-\x7e]/;
const wide = /[\u0100-\uffff]/;

/** Up to `chunkRows` rows of one epoch. */
export class LogChunk {
  readonly epoch: string;
  #rows = 0;
  /** The text of each row, until they are joined. */
  #texts: string[] = [];
  #joined: JoinedTexts | undefined;
  #isWide = false;
  #hasColours = false;
  /** Whether a line has invisible characters other than colours. */
  #hasSigns = false;
  readonly #ids = new Float64Array(chunkRows);
  readonly #times = new Float64Array(chunkRows);
  /** Level, and what is invisible in the text. */
  readonly #kinds = new Uint8Array(chunkRows);
  readonly #levelCounts = new Uint16Array(logLevels.length);
  #sources: Uint8Array | undefined;
  /** Original times that cannot be reproduced from milliseconds. */
  #exactTimes: Map<number, string> | undefined;
  /** Times of receipt, of lines with a time of writing; else NaN. */
  #received: Float64Array | undefined;
  #cuts: Set<number> | undefined;
  #stacks: Map<number, string> | undefined;
  #others: Map<number, OtherRow> | undefined;
  #maxMs = Number.NEGATIVE_INFINITY;
  #aheadMs = 0;
  #bytes = 0;

  constructor(epoch: string) {
    this.epoch = epoch;
  }

  get full(): boolean {
    return this.#rows === chunkRows;
  }

  get lineCount(): number {
    return this.#rows - (this.#others?.size ?? 0);
  }

  /** Memory of all texts as engines store strings: one byte per character, or two if any character needs it. */
  get bytes(): number {
    return this.#bytes;
  }

  get isJoined(): boolean {
    return this.#joined !== undefined;
  }

  /** How far a line's time of writing was after its receipt at most. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Lines of each level, in the order of `logLevels`. */
  get levelCounts(): Uint16Array {
    return this.#levelCounts;
  }

  /** Adds a line; returns its level as an index into `logLevels`. */
  addLine({ id, at, received, text, cut, source, stack }: FeedLine): number {
    const index = this.#rows;
    const atMs = times.read(at);
    const level = levelIndexes.get(levelOf(text)) ?? none;
    const isUnusual = unusual.test(text);
    const isWide = isUnusual && wide.test(text);
    const visibility = isUnusual ? visibilityOf(text) : plainBit;
    this.#ids[index] = id;
    this.#times[index] = atMs;
    this.#kinds[index] = level | visibility;
    this.#hasColours ||= visibility === colouredBit;
    this.#hasSigns ||= visibility === 0;
    this.#levelCounts[level] = (this.#levelCounts[level] ?? 0) + 1;
    this.#isWide ||= isWide;
    this.#bytes += isWide ? 2 * text.length : text.length;
    if (atMs > this.#maxMs) this.#maxMs = atMs;
    if (source !== undefined) {
      this.#sources ??= new Uint8Array(chunkRows).fill(noSource);
      this.#sources[index] = source;
    }
    if (!times.exact) {
      this.#exactTimes ??= new Map();
      this.#exactTimes.set(index, at);
    }
    if (received !== undefined) {
      this.#received ??= new Float64Array(chunkRows).fill(Number.NaN);
      const receivedMs = receiptTimes.read(received);
      this.#received[index] = receivedMs;
      if (atMs - receivedMs > this.#aheadMs) this.#aheadMs = atMs - receivedMs;
    }
    if (cut === true) {
      this.#cuts ??= new Set();
      this.#cuts.add(index);
    }
    if (stack !== undefined) {
      this.#stacks ??= new Map();
      this.#stacks.set(index, stack);
      this.#bytes += stack.length;
    }
    this.#push(text);
    return level;
  }

  addOther(row: OtherRow): void {
    this.#others ??= new Map();
    const index = this.#rows;
    this.#others.set(index, row);
    this.#times[index] = Number.NaN;
    this.#kinds[index] = none;
    this.#push("");
  }

  #push(text: string): void {
    this.#texts.push(text);
    this.#rows += 1;
    // In one string with a wide text all others would be as wide, and a search cannot pause within a string.
    if (!this.full || this.#isWide || this.#bytes > maxJoinedBytes) return;
    this.#joined = new JoinedTexts(this.#texts);
    this.#texts = [];
  }

  /** The text of a line; undefined for any other row. */
  text(index: number): string | undefined {
    return this.#others?.has(index) ? undefined : this.#textAt(index);
  }

  #textAt(index: number): string {
    return this.#joined?.at(index) ?? this.#texts[index] ?? "";
  }

  /** Visits the rows from `from` to before `to` in order; `base` is the number of row 0. */
  scan(from: number, to: number, base: number, visit: VisitRow): void {
    const end = Math.min(to, this.#rows);
    for (let index = from; index < end; index += 1) visit(base + index, this.text(index));
  }

  /** Adds the rows from `from` to before `to` that pass; `base` is the number of row 0. */
  find(
    from: number,
    to: number,
    base: number,
    { levels, fromMs, toMs, matcher }: LineTest,
    found: FoundRows,
  ) {
    const end = Math.min(to, this.#rows);
    const occurrences = matcher?.text && this.#joined?.occurrencesOf(matcher.text.next);
    const matches = matcher && this.#matchesIn(matcher, occurrences);
    // From one occurrence to the next, unless rows without any may be found too.
    const leap = matcher?.text && this.#isFoundByOccurrence(matcher.text) ? occurrences : undefined;
    for (let index = leap?.(from) ?? from; index < end; index = leap?.(index + 1) ?? index + 1) {
      if (this.#others?.has(index)) {
        found.shown.push(base + index);
        continue;
      }
      const kind = this.#kinds[index] ?? none;
      const atMs = this.#times[index] ?? Number.NaN;
      if ((levels & (1 << (kind & levelMask))) === 0 || atMs < fromMs || atMs > toMs) continue;
      if (matches?.(index, kind) === false) continue;
      found.matches.push(base + index);
      found.shown.push(base + index);
    }
  }

  /** Whether the text occurs in every row that is found with it. */
  #isFoundByOccurrence({ maySpanColours }: TextSearch): boolean {
    if (this.#joined === undefined || this.#others !== undefined || this.#hasSigns) return false;
    return !this.#hasColours || !maySpanColours(this.#joined.text);
  }

  /** Whether a line matches; called for ascending indexes. */
  #matchesIn(
    matcher: LogMatcher,
    nextOccurrence: NextText | undefined,
  ): (index: number, kind: number) => boolean {
    const { text } = matcher;
    const matchesLine = (index: number, kind: number) =>
      matcher.matches(this.#textAt(index), (kind & plainBit) !== 0);
    if (text === undefined || nextOccurrence === undefined) return matchesLine;
    const occursIn = (index: number) => nextOccurrence(index) === index;
    return (index, kind) => {
      if ((kind & plainBit) !== 0) return occursIn(index);
      if ((kind & colouredBit) !== 0 && !occursIn(index) && !text.maySpanColours(this.#textAt(index)))
        return false;
      return matchesLine(index, kind);
    };
  }

  /** Index of the first line later than `atMs`. */
  firstAfter(atMs: number): number | undefined {
    if (this.#maxMs <= atMs) return undefined;
    for (let index = 0; index < this.#rows; index += 1) {
      if ((this.#times[index] ?? Number.NaN) > atMs) return index;
    }
    return undefined;
  }

  row(index: number): LogRow | undefined {
    const other = this.#others?.get(index);
    if (other !== undefined) return other;
    if (!(index >= 0 && index < this.#rows)) return undefined;
    const atMs = this.#times[index] ?? Number.NaN;
    const source = this.#sources?.[index] ?? noSource;
    const receivedMs = this.#received?.[index] ?? Number.NaN;
    return {
      kind: "line",
      id: this.#ids[index] ?? 0,
      epoch: this.epoch,
      atMs,
      at: this.#exactTimes?.get(index) ?? new Date(atMs).toISOString(),
      receivedMs: Number.isNaN(receivedMs) ? undefined : receivedMs,
      text: this.#textAt(index),
      level: logLevels[(this.#kinds[index] ?? none) & levelMask] ?? "none",
      cut: this.#cuts?.has(index) ?? false,
      stack: this.#stacks?.get(index),
      source: source === noSource ? undefined : source,
    };
  }
}

function visibilityOf(text: string): number {
  if (!hasInvisibleCharacters(text)) return plainBit;
  return hasColoursOnly(text) ? colouredBit : 0;
}
