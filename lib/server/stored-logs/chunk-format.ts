// A chunk of a stored log: its entries as lines of JSON, compressed with zstd.
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { logGap, logLine, type Topic } from "../../bff/live.ts";
import { wordsOf } from "../../bff/log-search-query.ts";
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

/** The different words of the lines among entries of a log, as a search compares them. */
export function wordsOfChunk(topic: Topic, entries: readonly string[]): string[] {
  const { read } = searchedLines(topic);
  const words = new Set<string>();
  for (const entry of entries.filter(isLine))
    for (const word of wordsOf(read(readLine(entry).text)?.text ?? "")) words.add(word);
  return [...words];
}

/** An entry of a chunk as it is stored. */
export interface EncodedEntry {
  readonly json: string;
  readonly kind: StoredEntry["kind"];
  /** The number of the line; of a gap, that of the line after it. */
  readonly line: number;
}

/** The entries of a chunk whose first line has the number `firstLine`, oldest first. Throws for bytes that are no chunk. */
export function encodedEntries(data: Uint8Array, firstLine: number): EncodedEntry[] {
  const text = zstdDecompressSync(data, { maxOutputLength: maxChunkBytes }).toString();
  let next = firstLine;
  return text
    .split("\n")
    .map((json) => (isLine(json) ? { json, kind: "line", line: next++ } : { json, kind: "gap", line: next }));
}

/** A line's time is its first field, as the ring writes it; a gap's is its reason. */
const isLine = (json: string) => json.startsWith('{"at":');

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
