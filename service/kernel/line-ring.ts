// The last lines of a log in memory, numbered, for any number of readers at their own pace. The ring holds no state
// per reader; where a reader missed lines, a line has their number.
import { type LineReader, type LoggedLine, missingLines } from "./log-lines.ts";

export const ringBounds = { lines: 2_000, characters: 1_000_000 } as const;

const batchLines = 500;
const cause = `only the last ${ringBounds.lines} lines (1 MB) are stored here`;

export interface Reading {
  /** Begins with the note about missing lines, if there are any. */
  lines: readonly LoggedLine[];
  /** Number of the next line to read. */
  next: number;
}

export class LineRing {
  #lines: LoggedLine[] = [];
  /** Number of the first available line; dropped ones before it are removed from the array in bulk. */
  #first = 0;
  #dropped = 0;
  #characters = 0;

  add(lines: readonly LoggedLine[]): void {
    for (const line of lines) {
      this.#lines.push(line);
      this.#characters += line.text.length;
    }
    this.#dropOld();
  }

  /** All available lines, oldest first, after the note about those dropped before them. */
  lines(): readonly LoggedLine[] {
    return this.read(0, ringBounds.lines).lines;
  }

  /** At most `most` lines, starting with number `from`. */
  read(from: number, most: number): Reading {
    const start = Math.max(from, this.#first);
    const at = start - this.#first + this.#dropped;
    const lines = this.#lines.slice(at, at + most);
    const next = start + lines.length;
    const [oldest] = lines;
    if (start === from || oldest === undefined) return { lines, next };
    return { lines: [missingLines(oldest.at, start - from, cause), ...lines], next };
  }

  /** A reader from the first line on, in batches. */
  reader(): LineReader {
    let from = 0;
    return {
      read: async () => {
        const { lines, next } = this.read(from, batchLines);
        from = next;
        return lines;
      },
      close: async () => undefined,
    };
  }

  #dropOld(): void {
    while (
      this.#lines.length - this.#dropped > ringBounds.lines ||
      this.#characters > ringBounds.characters
    ) {
      this.#characters -= this.#lines[this.#dropped]?.text.length ?? 0;
      this.#dropped += 1;
      this.#first += 1;
    }
    if (this.#dropped < ringBounds.lines) return;
    this.#lines = this.#lines.slice(this.#dropped);
    this.#dropped = 0;
  }
}
