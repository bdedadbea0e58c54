// The tables of stored logs, in SQL that SQLite and PostgreSQL both accept except for the type of bytes.
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import type { Dialect } from "./tables.ts";

/** Creates the tables of stored logs. */
export async function storedLogTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("stored_logs")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("topic", "text", (column) => column.notNull().unique())
    .addColumn("session_id", "text")
    .addColumn("invocation_id", "text")
    .addColumn("app_name", "text")
    .addColumn("action_name", "text")
    .addColumn("version", "text")
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_at_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_at_ms", "bigint")
    .addColumn("end_reason", "text")
    .addColumn("deleted_at_ms", "bigint")
    .addColumn("first_line", "bigint", (column) => column.notNull())
    .addColumn("next_line", "bigint", (column) => column.notNull())
    .addColumn("source_lines", "bigint")
    .addColumn("first_ms", "bigint")
    .addColumn("last_ms", "bigint")
    .addColumn("text_bytes", "bigint", (column) => column.notNull())
    .addColumn("stored_bytes", "bigint", (column) => column.notNull())
    .execute();
  for (const column of ["session_id", "invocation_id", "updated_at_ms", "ended_at_ms"])
    await db.schema.createIndex(`stored_logs_by_${column}`).on("stored_logs").column(column).execute();
  await db.schema
    .createTable("stored_log_chunks")
    .addColumn("log_id", "bigint", (column) => column.notNull())
    .addColumn("first_line", "bigint", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("lines", "integer", (column) => column.notNull())
    .addColumn("first_ms", "bigint")
    .addColumn("last_ms", "bigint")
    .addColumn("text_bytes", "integer", (column) => column.notNull())
    .addColumn("id", "bigint", (column) => column.notNull().unique())
    .addColumn("indexed", "integer", (column) => column.notNull())
    .addColumn("data", sql.raw(dialect === "sqlite" ? "blob" : "bytea"), (column) => column.notNull())
    .addPrimaryKeyConstraint("stored_log_chunks_key", ["log_id", "number"])
    .execute();
  await sql`create index stored_log_chunks_growing on stored_log_chunks (id) where indexed = 0`.execute(db);
  for (const statement of wordIndex[dialect]) await sql.raw(statement).execute(db);
}

/** In PostgreSQL, the words of a chunk as they are indexed. */
export const lexemesOfWords = "array_to_tsvector(string_to_array(words, ' '))";

/**
 * Stores the words of chunks in PostgreSQL as a sorted text, of which the index makes lexemes: a text takes a third of
 * the space of a tsvector, as it has no table of offsets and compresses well. A search reads only the index.
 */
export async function storedWordsAsText(db: QueryExecutorProvider, dialect: Dialect): Promise<void> {
  if (dialect === "sqlite") return;
  for (const statement of [
    "drop index stored_log_chunks_by_words",
    "alter table stored_log_chunks alter column words type text using array_to_string(tsvector_to_array(words), ' ')",
    `create index stored_log_chunks_by_words on stored_log_chunks using gin (${lexemesOfWords}) with (fastupdate = off)`,
  ])
    await sql.raw(statement).execute(db);
}

/**
 * The words of each chunk: enough to find the chunks that may have a match; their lines are read to see which do. In
 * SQLite an FTS5 table without a copy of the text and without positions (www.sqlite.org/fts5.html, contentless-delete
 * tables), in PostgreSQL a column of lexemes.
 */
const wordIndex: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create virtual table stored_log_words using fts5(words, content='', contentless_delete=1, detail='none',
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M*'")`,
    `create trigger stored_log_words_delete after delete on stored_log_chunks when old.indexed = 1
      begin delete from stored_log_words where rowid = old.id; end`,
  ],
  postgres: [
    "alter table stored_log_chunks add column words tsvector",
    // Without a list of pending entries, which every search would read from end to end.
    "create index stored_log_chunks_by_words on stored_log_chunks using gin (words) with (fastupdate = off)",
  ],
};
