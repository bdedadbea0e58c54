// The rows of a store that match a query, found a slice at a time: a million lines are looked through while the page
// stays alive, and what is added later is looked at when it comes.
import { type LevelSet, type LogLevel, levelBit } from "./log-level.ts";
import type { LogMatcher } from "./log-query.ts";
import type { LogStore } from "./log-store.ts";

/** What a line must be to count. */
export interface LogTest {
  /** Absent: any text. */
  readonly matcher?: LogMatcher | undefined;
  readonly levels: LevelSet;
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
  /** Row numbers, rising. Matches are lines; the filtered view has the breaks between them, too. */
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

  /** Looks at up to `rows` rows; true when it has come to the newest. */
  step(rows: number): boolean {
    const store = this.#store;
    this.#forget();
    const end = Math.min(store.endRow, this.#nextRow + rows);
    const { matcher, levels } = this.#test;
    store.scan(this.#nextRow, end, (number, text, level, plain) => {
      if (text === undefined) this.#shown.push(number);
      else if ((levels & bits[level]) !== 0 && matcher?.matches(text, plain) !== false) {
        this.#matches.push(number);
        this.#shown.push(number);
      }
    });
    this.#nextRow = Math.max(this.#nextRow, end);
    return this.done;
  }

  get done(): boolean {
    const oldest = this.#shown[this.#shownHead];
    const hasGone = oldest !== undefined && oldest < this.#store.firstRow;
    return !hasGone && this.#nextRow >= this.#store.endRow;
  }

  /** Rows that were not looked at yet. */
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

  /** How many matches lie before `row`. */
  matchesBefore(row: number): number {
    return countBefore(this.#matches, this.#matchesHead, row);
  }

  /** How many rows the filtered view has. */
  get shownCount(): number {
    return this.#shown.length - this.#shownHead;
  }

  /** How many rows the filtered view has lost at its old end. */
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

  /** Rows the store has let go of are no matches any more. */
  #forget(): void {
    const first = this.#store.firstRow;
    if (this.#nextRow < first) this.#nextRow = first;
    this.#matchesHead += countBefore(this.#matches, this.#matchesHead, first);
    const gone = countBefore(this.#shown, this.#shownHead, first);
    this.#shownHead += gone;
    this.#forgotten += gone;
    if (this.#shownHead < 65_536) return;
    this.#matches = this.#matches.slice(this.#matchesHead);
    this.#shown = this.#shown.slice(this.#shownHead);
    this.#matchesHead = 0;
    this.#shownHead = 0;
  }
}

/** How many of the rising numbers from `head` on are below `limit`. */
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
