// The tables of stored logs, in SQL that SQLite and PostgreSQL both accept except for the type of bytes.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "./tables.ts";

/** Creates the tables of stored logs. */
export async function storedLogTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("stored_logs")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("topic", "text", (column) => column.notNull().unique())
    .addColumn("session_id", "text")
    .addColumn("invocation_id", "text")
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_at_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_at_ms", "bigint")
    .addColumn("end_reason", "text")
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
    .addColumn("data", sql.raw(dialect === "sqlite" ? "blob" : "bytea"), (column) => column.notNull())
    .addPrimaryKeyConstraint("stored_log_chunks_key", ["log_id", "number"])
    .execute();
}
