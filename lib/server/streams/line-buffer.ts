// The queue between the following stream and the ring. While it is full the stream is not read, so that the upstream
// waits (a log file loses nothing by that) and memory stays bounded.
import type { LogItem } from "./log-item.ts";

/** The texts of lines, in order. */
export const textsOf = (items: readonly LogItem[]): string[] => items.map((item) => item.text);

/** When the buffer is full: lines, and UTF-16 units of their texts. */
const capacity = { lines: 50_000, chars: 16 * 1024 * 1024 } as const;

/** Lines of the following stream that are not in the ring yet, oldest first. */
export class LineBuffer {
  /** Lines ever added. */
  total = 0;
  #items: LogItem[] = [];
  #chars = 0;
  #closed = false;
  #changed: (() => void)[] = [];
  #freed: (() => void) | undefined;

  get items(): readonly LogItem[] {
    return this.#items;
  }

  /** True after `close()`: no line will be added. */
  get closed(): boolean {
    return this.#closed;
  }

  get full(): boolean {
    return this.#items.length >= capacity.lines || this.#chars >= capacity.chars;
  }

  /** Adds lines; resolves once there is room for more. */
  async add(items: readonly LogItem[]): Promise<void> {
    this.total += items.length;
    for (const item of items) {
      this.#items.push(item);
      this.#chars += item.text.length;
    }
    this.#notify();
    while (this.full && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#freed = resolve;
      });
    }
  }

  /** Removes and returns the first `count` lines. */
  take(count: number): LogItem[] {
    const items = this.#items.splice(0, count);
    for (const { text } of items) this.#chars -= text.length;
    if (!this.full) this.#freed?.();
    return items;
  }

  /** The stream has ended; the lines stay. */
  close(): void {
    this.#closed = true;
    this.#freed?.();
    this.#notify();
  }

  /** Resolves at the next addition, or when the buffer is closed. */
  change(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => void this.#changed.push(resolve));
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}

/** Texts of the newest lines, at least half as many as the queue holds. */
export class NewestTexts {
  #texts: string[] = [];
  #chars = 0;

  /** Oldest first. */
  get all(): readonly string[] {
    return this.#texts;
  }

  /** Adds the texts of lines; true when the oldest were dropped for them. */
  add(items: readonly LogItem[]): boolean {
    for (const { text } of items) {
      this.#texts.push(text);
      this.#chars += text.length;
    }
    let dropped = false;
    while (this.#texts.length > capacity.lines || this.#chars > capacity.chars) {
      const oldest = this.#texts.splice(0, Math.ceil(this.#texts.length / 2));
      for (const text of oldest) this.#chars -= text.length;
      dropped = true;
    }
    return dropped;
  }
}
