// How much room the store takes.
import { sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/** Bytes of the embedded file that hold something; undefined for a shared database, whose room is its own matter. */
export async function usedBytes(db: Database): Promise<number | undefined> {
  if (dialectOf(db) !== "sqlite") return undefined;
  const { rows } = await sql<{ bytes: number }>`
    select (pages.page_count - free.freelist_count) * size.page_size as bytes
    from pragma_page_count() as pages, pragma_freelist_count() as free, pragma_page_size() as size`.execute(
    db,
  );
  return rows[0]?.bytes;
}

/** Bytes on disk: the file's, or those of the recorder's tables in a shared database. */
export async function diskBytes(db: Database): Promise<number> {
  const asked =
    dialectOf(db) === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await asked.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
