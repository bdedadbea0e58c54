// The last lines of something that talks, numbered, so that any number of readers can follow at their own pace
// without holding anything: who comes too late is told how many lines went by.

export interface LoggedLine {
  /** RFC 3339 with nanoseconds. */
  at: string;
  text: string;
}

export const ringBounds = { lines: 2_000, characters: 1_000_000, lineCharacters: 8_192 } as const;

export interface Reading {
  lines: readonly LoggedLine[];
  /** Lines that were let go before this reader came. */
  skipped: number;
  /** Where to read on. */
  next: number;
}

export class LineRing {
  #lines: LoggedLine[] = [];
  /** Number of the first line that is kept; the dropped ones before it are cut off in bulk. */
  #first = 0;
  #dropped = 0;
  #characters = 0;

  /** Takes what was said at `at`: one line for each line of text, each cut at a bound. Empty ones are left out. */
  add(at: string, said: string): LoggedLine[] {
    const added = said
      .split(/\r\n|\n|\r/)
      .filter((text) => text.trim() !== "")
      .slice(0, ringBounds.lines)
      .map((text) => ({ at, text: cut(text) }));
    for (const line of added) {
      this.#lines.push(line);
      this.#characters += line.text.length;
    }
    this.#dropOld();
    return added;
  }

  /** Everything that is kept, oldest first. */
  lines(): readonly LoggedLine[] {
    return this.#lines.slice(this.#dropped);
  }

  /** At most `most` lines from number `from` on. */
  read(from: number, most: number): Reading {
    const start = Math.max(from, this.#first);
    const at = start - this.#first + this.#dropped;
    const lines = this.#lines.slice(at, at + most);
    return { lines, skipped: start - from, next: start + lines.length };
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

const cut = (text: string) =>
  text.length > ringBounds.lineCharacters
    ? `${text.slice(0, ringBounds.lineCharacters)}… (${text.length} characters)`
    : text;

/** Lines as they are stored. */
export const linesToText = (lines: readonly LoggedLine[]): string =>
  lines.map(({ at, text }) => `${at} ${text}`).join("\n");

export function linesFromText(stored: string): LoggedLine[] {
  if (stored === "") return [];
  return stored.split("\n").map((line) => {
    const space = line.indexOf(" ");
    return { at: line.slice(0, space), text: line.slice(space + 1) };
  });
}
