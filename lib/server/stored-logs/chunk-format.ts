// A chunk of a stored log: its entries as lines of JSON, compressed with zstd.
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { logGap, logLine, type Topic } from "../../bff/live.ts";
import { wordsOf } from "../../bff/log-search-query.ts";
import { visibleText } from "../../format/ansi.ts";
import { searchedLines } from "./searched-line.ts";

/** The size at which a chunk is complete, in bytes before compression. */
export const chunkBytes = 65_536;
/** One line may be longer than a chunk; beyond this a chunk is damaged. */
const maxChunkBytes = 16 * 1024 * 1024;

const storedLine = z.omit(logLine, { id: true });
const storedGap = z.omit(logGap, { id: true });
export type StoredLine = z.infer<typeof storedLine>;
export type StoredGap = z.infer<typeof storedGap>;

/** One entry of a stored log. */
export type StoredEntry = ({ readonly kind: "line" } & StoredLine) | ({ readonly kind: "gap" } & StoredGap);

/** The entry of a ring without its id, which counts within the ring only. `json` is an object whose first field is the id. */
export const withoutId = (json: string): string => `{${json.slice(json.indexOf(",") + 1)}`;

/** Compresses entries (JSON texts of `withoutId`, without line breaks), oldest first. */
export const encodeChunk = (entries: readonly string[]): Uint8Array => zstdCompressSync(entries.join("\n"));

/** The different words of the lines among entries of a log, as a search compares them: those that are visible. */
export function wordsOfChunk(topic: Topic, entries: readonly string[]): string[] {
  const { read } = searchedLines(topic);
  const words = new Set<string>();
  for (const entry of entries.filter((entry) => isLine(entry)))
    for (const word of wordsOf(visibleText(read(readLine(entry).text)?.text ?? ""))) words.add(word);
  return [...words];
}

/** An entry of a chunk as it is stored. */
export interface EncodedEntry {
  readonly json: string;
  readonly kind: StoredEntry["kind"];
  /** The number of the line; of a gap, that of the line after it. */
  readonly line: number;
}

/** The entries as they were given to `encodeChunk`, joined by line breaks. Throws for bytes that are no chunk. */
const decodeChunk = (data: Uint8Array): string =>
  zstdDecompressSync(data, { maxOutputLength: maxChunkBytes }).toString();

/** The entries of a chunk whose first line has the number `firstLine`, oldest first. Throws for bytes that are no chunk. */
export const encodedEntries = (data: Uint8Array, firstLine: number): EncodedEntry[] =>
  numbered(decodeChunk(data).split("\n"), firstLine);

function numbered(entries: readonly string[], firstLine: number): EncodedEntry[] {
  let next = firstLine;
  return entries.map((json) =>
    isLine(json) ? { json, kind: "line", line: next++ } : { json, kind: "gap", line: next },
  );
}

/** How JSON writes the beginning of an escape sequence, which may stand within what is visible as one text. */
const escapeSign = String.raw`\u001b`;

/**
 * The entries of `encodedEntries` whose JSON in lower case contains all of `parts` (in lower case, at least one, no line
 * breaks), or has an escape sequence, so that it may not. Looks for the longest of them in the whole chunk, and at an entry
 * only where it is: most have none.
 */
export function* entriesWith(
  data: Uint8Array,
  firstLine: number,
  parts: readonly string[],
): Generator<EncodedEntry> {
  const text = decodeChunk(data);
  const lower = text.toLowerCase();
  const hasAll = (entry: string) => entry.includes(escapeSign) || parts.every((part) => entry.includes(part));
  // A few letters become longer in lower case: then positions in one text are not those in the other.
  if (lower.length !== text.length || lower.includes(escapeSign)) {
    yield* numbered(text.split("\n"), firstLine).filter(({ json }) => hasAll(json.toLowerCase()));
    return;
  }
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
  let line = firstLine;
  let counted = 0;
  for (let at = lower.indexOf(longest); at !== -1; at = lower.indexOf(longest, counted)) {
    for (let end = endOfEntry(text, counted); end < at; end = endOfEntry(text, counted)) {
      if (isLine(text, counted)) line += 1;
      counted = end + 1;
    }
    const end = endOfEntry(text, counted);
    const kind = isLine(text, counted) ? "line" : "gap";
    if (hasAll(lower.slice(counted, end))) yield { json: text.slice(counted, end), kind, line };
    if (kind === "line") line += 1;
    counted = end + 1;
  }
}

const endOfEntry = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};

/** A line's time is its first field, as the ring writes it; a gap's is its reason. */
const isLine = (json: string, from = 0) => json.startsWith('{"at":', from);

/** The line of an encoded entry that is one. */
export const readLine = (json: string): StoredLine => storedLine.parse(JSON.parse(json));

/** The entries of a chunk with their numbers, as `encodedEntries`. */
export const numberedEntries = (chunk: {
  first_line: number;
  data: Uint8Array;
}): (StoredEntry & { line: number })[] =>
  encodedEntries(chunk.data, chunk.first_line).map(({ json, kind, line }) =>
    kind === "line"
      ? { kind, line, ...readLine(json) }
      : { kind, line, ...storedGap.parse(JSON.parse(json)) },
  );
