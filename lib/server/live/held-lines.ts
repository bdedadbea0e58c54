// Lines that are followed while the file's history is still being read: they wait here for the seam.
import type { History } from "./history.ts";
import type { LogItem } from "./log-item.ts";
import { repeatedLines } from "./stitch.ts";

export const textsOf = (items: readonly LogItem[]): string[] => items.map((item) => item.text);

const maxHeldLines = 50_000;

/** Lines that follow while the history is read; past the limit the oldest are let go. */
export class HeldLines {
  open = true;
  overflowed = false;
  total = 0;
  #items: LogItem[] = [];
  #look: (() => void) | undefined;

  add(items: readonly LogItem[]): void {
    this.total += items.length;
    for (const item of items) this.#items.push(item);
    if (this.#items.length > 2 * maxHeldLines) {
      this.#items = this.#items.slice(-maxHeldLines);
      this.overflowed = true;
    }
    this.#look?.();
  }

  get newestText(): string | undefined {
    return this.#items.at(-1)?.text;
  }

  release(): LogItem[] {
    this.open = false;
    this.#look = undefined;
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Resolves once there are more than `count` lines. */
  reachMoreThan(count: number): Promise<void> {
    return this.#reach(() => this.total > count);
  }

  /** Resolves once further lines cannot change the seam: there are lines here that the history does not have. */
  reachPast({ items, trimmed }: History): Promise<void> {
    const texts = textsOf(items);
    return this.#reach(
      () => texts.length === 0 || repeatedLines(texts, textsOf(this.#items), trimmed) < this.#items.length,
    );
  }

  #reach(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (reached()) resolve();
      };
      this.#look = look;
      look();
    });
  }
}
