// The tables that the timeline adds to what is remembered: gaps of watched logs, moments operators marked.
import type { Kysely } from "kysely";

/** One step of the schema, in SQL that SQLite and PostgreSQL both take. */
export async function timelineTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("log_gaps")
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("log", "text", (column) => column.notNull())
    .addColumn("from_ms", "bigint")
    .addColumn("to_ms", "bigint", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("lines", "bigint")
    .addPrimaryKeyConstraint("log_gaps_key", ["session_id", "source", "log", "to_ms"])
    .execute();
  await db.schema.createIndex("log_gaps_by_time").on("log_gaps").column("to_ms").execute();
  await db.schema
    .createTable("moment_marks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("moment_marks_by_time").on("moment_marks").column("at_ms").execute();
  await db.schema.createIndex("audit_by_time").on("audit").column("at_ms").execute();
}
