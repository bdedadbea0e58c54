// Reads a stored log chunk by chunk, so that a log of any length takes the memory of one chunk.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { numberedEntries, type StoredEntry } from "./chunk-format.ts";
import type { StoredLogRow } from "./stored-log.ts";

/** The chunk after the one with a number. */
export const nextChunk = (db: Database, logId: number, after: number) =>
  db
    .selectFrom("stored_log_chunks")
    .select(["number", "first_line", "text_bytes", "data"])
    .where("log_id", "=", logId)
    .where("number", ">", after)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();

/** The number of the chunk before the one with the line before `line`, whose end may have gaps before `line`. */
export async function chunkBeforeLine(db: Database, logId: number, line: number): Promise<number> {
  const chunk = await db
    .selectFrom("stored_log_chunks")
    .select("number")
    .where("log_id", "=", logId)
    .where("first_line", "<", line)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return chunk === undefined ? 0 : chunk.number - 1;
}

/** An entry with the number of its line, or of the line after it; or lines that were deleted, first and last. */
export type ReadEntry =
  | (StoredEntry & { readonly line: number })
  | { readonly kind: "deleted"; readonly line: number; readonly lastLine: number };

/**
 * All entries of a log, oldest first, one chunk at a time, up to the last line that the row knows of: the log may grow
 * meanwhile. Lines that were deleted, before or while this reads, are an entry of their own.
 */
export async function* storedEntries(
  db: Database,
  { id, next_line: endLine }: Pick<StoredLogRow, "id" | "next_line">,
): AsyncGenerator<readonly ReadEntry[]> {
  let next = 1;
  let after = 0;
  for (;;) {
    const chunk = await nextChunk(db, id, after);
    if (chunk === undefined || chunk.first_line > endLine) break;
    after = chunk.number;
    const entries: ReadEntry[] = deletedBetween(next, chunk.first_line);
    next = chunk.first_line;
    for (const entry of numberedEntries(chunk)) {
      if (entry.line > endLine || (entry.kind === "line" && entry.line === endLine)) break;
      entries.push(entry);
      if (entry.kind === "line") next = entry.line + 1;
    }
    yield entries;
    // SQLite answers within one turn of the event loop: other work gets its turn between chunks.
    await nextTurn();
  }
  yield deletedBetween(next, endLine);
}

const deletedBetween = (line: number, endLine: number): ReadEntry[] =>
  line < endLine ? [{ kind: "deleted", line, lastLine: endLine - 1 }] : [];
