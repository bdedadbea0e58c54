// Incremental search over a log store: rows are examined in slices, so that a million lines do not block the page, and
// rows added later are examined by later steps.
import type { LevelSet } from "../format/log-level.ts";
import type { FoundRows, LineTest } from "./log-chunk.ts";
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

export class LogSearch {
  readonly #store: LogStore;
  readonly #test: LineTest;
  #nextRow: number;
  /** Row numbers, ascending. Matches are lines; the filtered view also contains the gaps between them. */
  #found: FoundRows = { matches: [], shown: [] };
  #matchesHead = 0;
  #shownHead = 0;
  #forgotten = 0;

  constructor(store: LogStore, { matcher, levels, during }: LogTest) {
    this.#store = store;
    this.#test = {
      levels,
      fromMs: during?.fromMs ?? Number.NEGATIVE_INFINITY,
      toMs: during?.toMs ?? Number.POSITIVE_INFINITY,
      matcher,
    };
    this.#nextRow = store.firstRow;
  }

  /** Examines up to `rows` rows, or those whose texts are joined; true when the newest has been reached. */
  step(rows: number): boolean {
    const store = this.#store;
    this.#forget();
    const joinedEnd = this.#test.matcher?.text && store.joinedEnd(this.#nextRow);
    const end = Math.min(store.endRow, Math.max(joinedEnd ?? 0, this.#nextRow + rows));
    store.find(this.#nextRow, end, this.#test, this.#found);
    this.#nextRow = Math.max(this.#nextRow, end);
    return this.done;
  }

  get done(): boolean {
    const oldest = this.#found.shown[this.#shownHead];
    const isEvicted = oldest !== undefined && oldest < this.#store.firstRow;
    return !isEvicted && this.#nextRow >= this.#store.endRow;
  }

  /** Number of rows not examined yet. */
  get unreadRows(): number {
    return Math.max(0, this.#store.endRow - Math.max(this.#nextRow, this.#store.firstRow));
  }

  get matchCount(): number {
    return this.#found.matches.length - this.#matchesHead;
  }

  /** Row number of match `index`, counted from 0. */
  match(index: number): number | undefined {
    return index < 0 ? undefined : this.#found.matches[this.#matchesHead + index];
  }

  /** Number of matches before `row`. */
  matchesBefore(row: number): number {
    return countBefore(this.#found.matches, this.#matchesHead, row);
  }

  /** Number of rows evicted from the start of the filtered view. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Row number of the filtered view's row `index`. */
  shown(index: number): number | undefined {
    return index < 0 ? undefined : this.#found.shown[this.#shownHead + index];
  }

  shownBefore(row: number): number {
    return countBefore(this.#found.shown, this.#shownHead, row);
  }

  /** Removes the rows that the store has evicted. */
  #forget(): void {
    const first = this.#store.firstRow;
    if (this.#nextRow < first) this.#nextRow = first;
    this.#matchesHead += countBefore(this.#found.matches, this.#matchesHead, first);
    const evicted = countBefore(this.#found.shown, this.#shownHead, first);
    this.#shownHead += evicted;
    this.#forgotten += evicted;
    if (this.#shownHead < 65_536) return;
    const { matches, shown } = this.#found;
    this.#found = { matches: matches.slice(this.#matchesHead), shown: shown.slice(this.#shownHead) };
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
