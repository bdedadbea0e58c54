// The last lines of a log, numbered, for any number of readers at their own pace. The ring holds no state per
// reader; a late reader gets the number of lines it missed.

export interface LoggedLine {
  /** RFC 3339 with nanoseconds. */
  at: string;
  text: string;
}

export const ringBounds = { lines: 2_000, characters: 1_000_000, lineCharacters: 8_192 } as const;

export interface Reading {
  lines: readonly LoggedLine[];
  /** Lines that were dropped before they were read. */
  skipped: number;
  /** Number of the next line to read. */
  next: number;
}

export class LineRing {
  #lines: LoggedLine[] = [];
  /** Number of the first available line; dropped ones before it are removed from the array in bulk. */
  #first = 0;
  #dropped = 0;
  #characters = 0;

  /** Adds the lines of `text`, each cut at a limit, without empty ones. Returns the added lines. */
  add(at: string, text: string): LoggedLine[] {
    const added = text
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

  /** All available lines, oldest first. */
  lines(): readonly LoggedLine[] {
    return this.#lines.slice(this.#dropped);
  }

  /** At most `most` lines, starting with number `from`. */
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

/** The stored form of lines; `linesFromText` parses it. */
export const linesToText = (lines: readonly LoggedLine[]): string =>
  lines.map(({ at, text }) => `${at} ${text}`).join("\n");

export function linesFromText(stored: string): LoggedLine[] {
  if (stored === "") return [];
  return stored.split("\n").map((line) => {
    const space = line.indexOf(" ");
    return { at: line.slice(0, space), text: line.slice(space + 1) };
  });
}
