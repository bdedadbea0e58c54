// Finds the position in a log's history at which the lines begin that have not been shown. The history is compared as it
// arrives: where the line count and the texts agree, its lines are returned at once; else the end of the history decides.
import { likelyPosition } from "../../format/likely-position.ts";
import { textsOf } from "./line-buffer.ts";
import type { LogItem } from "./log-item.ts";

/** The lines shown so far. */
export interface Shown {
  /** Oldest first. */
  texts: readonly string[];
  /** How many of the newest of them are contiguous in the log. */
  unbroken: number;
  /** Lines of the log since its beginning; undefined when unknown. */
  lineCount: number | undefined;
}

/** Limits of the lines that are held until the position is known; `chars`: UTF-16 units of their texts. */
export interface WindowBounds {
  lines: number;
  chars: number;
}

/** Lines of a history. */
export interface HistoryLines {
  /** The newest of them: as many as the lines followed may be behind. */
  readonly texts: { readonly all: readonly string[] };
  readonly newest: LogItem | undefined;
  /** Earlier ones exist. */
  readonly trimmed: boolean;
}

/** Receives a history from its beginning and returns the lines that have not been shown. */
export class Resumption {
  readonly #shown: Shown;
  readonly #bounds: WindowBounds;
  #held: LogItem[] = [];
  #heldChars = 0;
  #readLines = 0;
  #counting: boolean;
  #found = false;

  constructor(shown: Shown, bounds: WindowBounds) {
    this.#shown = shown;
    this.#bounds = bounds;
    this.#counting = shown.lineCount !== undefined;
    this.#seekCounted();
  }

  /** Lines of the history received so far. */
  get readLines(): number {
    return this.#readLines;
  }

  /** What is held until the position is known. */
  get unplaced(): HistoryLines {
    const held = this.#held;
    return {
      texts: { all: textsOf(held) },
      newest: held.at(-1),
      trimmed: this.#readLines > held.length,
    };
  }

  /** The position is known: `add` returns lines. */
  get found(): boolean {
    return this.#found;
  }

  /** Receives the next lines of the history; returns those that follow the shown ones, as far as that is certain. */
  add(items: readonly LogItem[]): readonly LogItem[] {
    this.#readLines += items.length;
    if (this.#found) return items;
    for (const item of items) {
      this.#held.push(item);
      this.#heldChars += item.text.length;
    }
    const position = this.#seekCounted();
    if (position !== undefined) return this.#release(position);
    this.#trim(2);
    return [];
  }

  /**
   * The held lines after the likely position, which then counts as found; `known` is false when there is none. `ended`:
   * the history is complete, so without a match all its lines are new; with one, it `continues` the shown ones.
   */
  settle(ended: boolean): { items: readonly LogItem[]; known: boolean; continues: boolean } {
    this.#trim(1);
    const trimmed = this.#readLines > this.#held.length;
    const position = likelyPosition(this.#shown.texts, textsOf(this.#held), trimmed);
    const continues = position !== undefined;
    if (!continues && !ended) return { items: [], known: false, continues };
    return { items: this.#release(position ?? 0), known: true, continues };
  }

  #release(position: number): readonly LogItem[] {
    this.#found = true;
    const items = this.#held.slice(position);
    this.#held = [];
    return items;
  }

  /** The index in the held lines of the first line not shown, once line count and texts agree on it. */
  #seekCounted(): number | undefined {
    const { texts, unbroken, lineCount } = this.#shown;
    if (!this.#counting || lineCount === undefined || this.#readLines < lineCount) return undefined;
    this.#counting = false;
    const at = this.#held.length - (this.#readLines - lineCount);
    if (lineCount === 0) {
      this.#found = true;
      return at;
    }
    const needed = Math.min(unbroken, at);
    let equal = 0;
    while (equal < needed && this.#held[at - 1 - equal]?.text === texts[texts.length - 1 - equal]) equal += 1;
    return needed > 0 && equal === needed ? at : undefined;
  }

  /** Drops the oldest held lines, when there are more than `slack` times the bounds. */
  #trim(slack: number): void {
    const { lines, chars } = this.#bounds;
    if (this.#held.length <= slack * lines && this.#heldChars <= slack * chars) return;
    let first = Math.max(0, this.#held.length - lines);
    let retainedChars = 0;
    for (let at = this.#held.length - 1; at >= first; at -= 1) {
      retainedChars += this.#held[at]?.text.length ?? 0;
      if (retainedChars > chars) first = at + 1;
    }
    this.#held = this.#held.slice(first);
    this.#heldChars = Math.min(retainedChars, chars);
  }
}
