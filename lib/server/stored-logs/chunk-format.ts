// A chunk of a stored log: its entries as lines of JSON, compressed with zstd.
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { logGap, logLine } from "../../bff/live.ts";
import { wordsOf } from "../../bff/log-search-query.ts";

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

/** The different words of the lines among entries, as a search compares them. */
export function wordsOfChunk(entries: readonly string[]): string[] {
  const words = new Set<string>();
  for (const entry of entries) for (const word of wordsOf(textOf(entry))) words.add(word);
  return [...words];
}

const entryText = z.object({ text: z.optional(z.string()) });
const textOf = (json: string): string => entryText.parse(JSON.parse(json)).text ?? "";

/** The lines of JSON of a chunk, oldest first. Throws for bytes that are no chunk. */
export const chunkJson = (data: Uint8Array): string[] =>
  zstdDecompressSync(data, { maxOutputLength: maxChunkBytes }).toString().split("\n");

/** The entries of a chunk, oldest first. Throws for bytes that are no chunk. */
export const decodeChunk = (data: Uint8Array): StoredEntry[] => chunkJson(data).map(readEntry);

/** An entry of `chunkJson`. */
export function readEntry(json: string): StoredEntry {
  const value: unknown = JSON.parse(json);
  const gap = storedGap.safeParse(value);
  return gap.success ? { kind: "gap", ...gap.data } : { kind: "line", ...storedLine.parse(value) };
}
