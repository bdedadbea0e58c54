// Incremental search over a log store: rows are examined in slices, so that a million lines do not block the page, and
// rows added later are examined by later steps.
import { type LevelSet, type LogLevel, levelBit } from "../format/log-level.ts";
import type { LogMatcher } from "./log-query.ts";
import type { LogStore } from "./log-store.ts";

/** Condition for a line to match. */
export interface LogTest {
  /** Undefined: any text. */
  readonly matcher?: LogMatcher | undefined;
  readonly levels: LevelSet;
  /** Undefined: any time. */
  readonly during?: LogSpan | undefined;
}

/** A span of time, both ends included, epoch milliseconds. */
export interface LogSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const bits: Readonly<Record<LogLevel, LevelSet>> = {
  fatal: levelBit("fatal"),
  error: levelBit("error"),
  warn: levelBit("warn"),
  info: levelBit("info"),
  debug: levelBit("debug"),
  trace: levelBit("trace"),
  none: levelBit("none"),
};

export class LogSearch {
  readonly #store: LogStore;
  readonly #test: LogTest;
  #nextRow: number;
  /** Row numbers, ascending. Matches are lines; the filtered view also contains the gaps between them. */
  #matches: number[] = [];
  #shown: number[] = [];
  #matchesHead = 0;
  #shownHead = 0;
  #forgotten = 0;

  constructor(store: LogStore, test: LogTest) {
    this.#store = store;
    this.#test = test;
    this.#nextRow = store.firstRow;
  }

  /** Examines up to `rows` rows; true when the newest has been reached. */
  step(rows: number): boolean {
    const store = this.#store;
    this.#forget();
    const end = Math.min(store.endRow, this.#nextRow + rows);
    const { matcher, levels, during } = this.#test;
    // A line of unknown time may be of this one.
    const isDuring = (atMs: number) => during === undefined || !(atMs < during.fromMs || atMs > during.toMs);
    store.scan(this.#nextRow, end, (number, text, level, plain, atMs) => {
      if (text === undefined) this.#shown.push(number);
      else if ((levels & bits[level]) !== 0 && isDuring(atMs) && matcher?.matches(text, plain) !== false) {
        this.#matches.push(number);
        this.#shown.push(number);
      }
    });
    this.#nextRow = Math.max(this.#nextRow, end);
    return this.done;
  }

  get done(): boolean {
    const oldest = this.#shown[this.#shownHead];
    const isEvicted = oldest !== undefined && oldest < this.#store.firstRow;
    return !isEvicted && this.#nextRow >= this.#store.endRow;
  }

  /** Number of rows not examined yet. */
  get unreadRows(): number {
    return Math.max(0, this.#store.endRow - Math.max(this.#nextRow, this.#store.firstRow));
  }

  get matchCount(): number {
    return this.#matches.length - this.#matchesHead;
  }

  /** Row number of match `index`, counted from 0. */
  match(index: number): number | undefined {
    return index < 0 ? undefined : this.#matches[this.#matchesHead + index];
  }

  /** Number of matches before `row`. */
  matchesBefore(row: number): number {
    return countBefore(this.#matches, this.#matchesHead, row);
  }

  /** Number of rows evicted from the start of the filtered view. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Row number of the filtered view's row `index`. */
  shown(index: number): number | undefined {
    return index < 0 ? undefined : this.#shown[this.#shownHead + index];
  }

  shownBefore(row: number): number {
    return countBefore(this.#shown, this.#shownHead, row);
  }

  /** Removes the rows that the store has evicted. */
  #forget(): void {
    const first = this.#store.firstRow;
    if (this.#nextRow < first) this.#nextRow = first;
    this.#matchesHead += countBefore(this.#matches, this.#matchesHead, first);
    const evicted = countBefore(this.#shown, this.#shownHead, first);
    this.#shownHead += evicted;
    this.#forgotten += evicted;
    if (this.#shownHead < 65_536) return;
    this.#matches = this.#matches.slice(this.#matchesHead);
    this.#shown = this.#shown.slice(this.#shownHead);
    this.#matchesHead = 0;
    this.#shownHead = 0;
  }
}

/** How many of the ascending numbers from index `head` on are below `limit`. */
function countBefore(numbers: readonly number[], head: number, limit: number): number {
  let low = head;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low - head;
}
