// Splits a log line into styled segments. Colours come from escape sequences; links, titles and cursor moves are
// dropped; other invisible and bidirectional control characters are written out. The result is text for text nodes,
// never markup.
import { visibleMark } from "./visible-marks.ts";

export const ansiColours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
export type AnsiColour = (typeof ansiColours)[number];

export interface AnsiStyle {
  readonly ink?: AnsiColour | undefined;
  readonly ground?: AnsiColour | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  /** Represents an invisible character. */
  readonly sign?: boolean;
}

export interface Segment {
  readonly text: string;
  readonly look: AnsiStyle;
}

const plain: AnsiStyle = {};

const colourPattern = String.raw`\u001b\[([\d;:]*)m`;
// One escape sequence (colour, other control sequence, operating system command), or one invisible character.
const special = new RegExp(
  [
    colourPattern,
    String.raw`\u001b\[[\u0030-\u003f]*[\u0020-\u002f]*[\u0040-\u007e]`,
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    String.raw`[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]`,
    String.raw`\udb40[\udc00-\udc7f]`,
  ].join("|"),
  "g",
);

/** Formats an invisible character: `\x00` for control characters, `⟨U+202E⟩` for others. */
function visibleFormOf(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0xa0 ? `\\x${code.toString(16).padStart(2, "0")}` : visibleMark(character);
}

/** Where a line of a program's output ends: one that draws its progress only returns to the start of the line. */
export const lineEnd = /\r\n|[\r\n]/;

/** Splits a line into segments. Styles end with the line. */
export function toSegments(line: string): Segment[] {
  const segments: Segment[] = [];
  let look = plain;
  let from = 0;
  const add = (text: string, as: AnsiStyle) => {
    if (text === "") return;
    const last = segments.at(-1);
    if (last?.look === as) segments[segments.length - 1] = { text: last.text + text, look: as };
    else segments.push({ text, look: as });
  };
  special.lastIndex = 0;
  for (let match = special.exec(line); match !== null; match = special.exec(line)) {
    add(line.slice(from, match.index), look);
    from = special.lastIndex;
    const [whole, codes] = match;
    if (codes !== undefined) look = restyle(look, codes);
    else if (whole.length === 1 || whole.charCodeAt(0) === 0xdb40)
      add(visibleFormOf(whole), { ...look, sign: true });
  }
  add(line.slice(from), look);
  return segments;
}

/** Whether a line's visible text differs from the line. */
export function hasInvisibleCharacters(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if ((code >= 0x20 && code < 0x7f) || code === 0x09) continue;
    special.lastIndex = at;
    return special.test(line);
  }
  return false;
}

/** Where the colour ends that begins with the escape character at index `at`; -1: none does. */
export function endOfColour(line: string, at: number): number {
  if (line.charCodeAt(at + 1) !== 0x5b) return -1;
  let end = at + 2;
  // Digits, colons and semicolons.
  while (line.charCodeAt(end) >= 0x30 && line.charCodeAt(end) <= 0x3b) end += 1;
  return line.charCodeAt(end) === 0x6d ? end + 1 : -1;
}

/** The line without its colours: a million lines are searched, and an expression takes three times as long. */
function withoutColours(line: string): string {
  let at = line.indexOf("\u001b[");
  if (at === -1) return line;
  let text = "";
  let from = 0;
  while (at !== -1) {
    const end = endOfColour(line, at);
    if (end !== -1) {
      text += line.slice(from, at);
      from = end;
    }
    at = line.indexOf("\u001b[", end === -1 ? at + 2 : end);
  }
  return text + line.slice(from);
}

/** Whether a line's visible text is the line without its colours. */
export function hasColoursOnly(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if ((code >= 0x20 && code < 0x7f) || code === 0x09) continue;
    const end = code === 0x1b ? endOfColour(line, at) : -1;
    if (end === -1) return !hasInvisibleCharacters(withoutColours(line));
    at = end - 1;
  }
  return true;
}

/** The visible text of a line, which is also searched, copied and downloaded. */
export function visibleText(line: string): string {
  // Most lines with invisible characters have colours only.
  const uncoloured = withoutColours(line);
  if (!hasInvisibleCharacters(uncoloured)) return uncoloured;
  return toSegments(line)
    .map(({ text }) => text)
    .join("");
}

const colour = (index: number): AnsiColour | undefined => ansiColours[index % 8];

/** The nearest of the eight colours; components from 0 to 255. */
function nearest(red: number, green: number, blue: number): AnsiColour | undefined {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return most < 90 ? "black" : "white";
  const bit = (value: number) => (value > most * 0.6 ? 1 : 0);
  return colour(bit(red) + 2 * bit(green) + 4 * bit(blue));
}

function paletteColour(index: number): AnsiColour | undefined {
  if (index < 16) return colour(index);
  if (index >= 232) return index < 240 ? "black" : "white";
  const cube = index - 16;
  const level = (value: number) => value * 51;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** The colour after code 38 or 48, and how many codes it consumed. */
function extendedColour(codes: readonly number[]): { colour: AnsiColour | undefined; taken: number } {
  if (codes[0] === 5) return { colour: paletteColour(codes[1] ?? 0), taken: 2 };
  if (codes[0] === 2) return { colour: nearest(codes[1] ?? 0, codes[2] ?? 0, codes[3] ?? 0), taken: 4 };
  return { colour: undefined, taken: 0 };
}

function restyle(before: AnsiStyle, text: string): AnsiStyle {
  const codes = text.split(/[;:]/).map(Number);
  let look = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const read = extendedColour(codes.slice(at + 1, at + 5));
      look = code === 38 ? { ...look, ink: read.colour } : { ...look, ground: read.colour };
      at += read.taken;
    } else look = restyleOnce(look, code);
  }
  return look;
}

function restyleOnce(look: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 3) return { ...look, italic: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 23) return { ...look, italic: false };
  if (code === 24) return { ...look, underline: false };
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
    return { ...look, ink: colour((code % 10) % 8) };
  if (code === 39) return { ...look, ink: undefined };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return { ...look, ground: colour((code % 10) % 8) };
  if (code === 49) return { ...look, ground: undefined };
  return look;
}
