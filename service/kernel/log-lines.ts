// Lines of a log with the time of each, their text form, and the notes about lines that are missing.

export interface LoggedLine {
  /** RFC 3339 with nanoseconds. */
  at: string;
  text: string;
}

/** Reads a log at the reader's pace. */
export interface LineReader {
  /** The next lines, a bounded number of them; none when everything so far has been read. */
  read(): Promise<readonly LoggedLine[]>;
  close(): Promise<void>;
}

/** A longer line is cut at this many UTF-16 units; its full length is then noted in it. */
const maxLineCharacters = 8_192;

/** The lines of `text`, each cut at the limit, without empty ones. */
export const linesOf = (at: string, text: string): LoggedLine[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ at, text: cut(line) }));

const cut = (text: string) =>
  text.length > maxLineCharacters ? `${text.slice(0, maxLineCharacters)}… (${text.length} characters)` : text;

/** The line in place of `count` missing ones. */
export const missingLines = (at: string, count: number, cause: string): LoggedLine => ({
  at,
  text: `[${count} ${count === 1 ? "line is" : "lines are"} missing here: ${cause}]`,
});

/** The text of the last line of a log that gets no more; `limit`: its size, with the unit. */
export const limitReached = (limit: string): string =>
  `[this log has reached its limit of ${limit}: further lines are not stored]`;

/** The stored form of a line, without its line feed; `lineFromText` parses it. */
export const lineToText = ({ at, text }: LoggedLine): string => `${at} ${text}`;

export function lineFromText(stored: string): LoggedLine {
  const space = stored.indexOf(" ");
  return { at: stored.slice(0, space), text: stored.slice(space + 1) };
}

/** The stored form of lines; `linesFromText` parses it. */
export const linesToText = (lines: readonly LoggedLine[]): string => lines.map(lineToText).join("\n");

export const linesFromText = (stored: string): LoggedLine[] =>
  stored === "" ? [] : stored.split("\n").map(lineFromText);
