import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/** Bytes of the embedded file in use; undefined for a shared database, whose size is not managed here. */
export async function usedBytes(db: Database): Promise<number | undefined> {
  if (dialectOf(db) !== "sqlite") return undefined;
  const { rows } = await sql<{ bytes: number }>`
    select (pages.page_count - free.freelist_count) * size.page_size as bytes
    from pragma_page_count() as pages, pragma_freelist_count() as free, pragma_page_size() as size`.execute(
    db,
  );
  return rows[0]?.bytes;
}

/** Bytes on disk: of the embedded file, or of the whole shared database. */
export async function diskBytes(db: Database): Promise<number> {
  const query =
    dialectOf(db) === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
}

/** The disk that a folder is on, and what is free on it for a program without special rights; undefined where that is unknown. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
