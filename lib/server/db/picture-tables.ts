// The tables of pictures, in SQL that SQLite and PostgreSQL both accept except for the type of bytes.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "./tables.ts";

/** Creates the table of pictures. */
export async function pictureTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("pictures")
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("data", sql.raw(dialect === "sqlite" ? "blob" : "bytea"), (column) => column.notNull())
    .addPrimaryKeyConstraint("pictures_key", ["session_id", "at_ms"])
    .execute();
  // With the sizes, so that the sum of all is read without the rows.
  await db.schema.createIndex("pictures_by_time").on("pictures").columns(["at_ms", "bytes"]).execute();
}

/** Until when the pictures of a session were deleted, by a time that the oldest are found by. */
export async function deletedPictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_pictures")
    .addColumn("session_id", "text", (column) => column.primaryKey())
    .addColumn("until_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("deleted_pictures_by_time").on("deleted_pictures").column("until_ms").execute();
}
