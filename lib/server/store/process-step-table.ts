// The table of what processes took, thinned out.
import type { Kysely } from "kysely";

/** One step of the schema, in SQL that SQLite and PostgreSQL both take. */
export async function processStepTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("process_samples_5m")
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("process_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("first_ms", "bigint", (column) => column.notNull())
    .addColumn("last_ms", "bigint", (column) => column.notNull())
    .addColumn("samples", "integer", (column) => column.notNull())
    .addColumn("cpu_samples", "integer", (column) => column.notNull())
    .addColumn("cpu_mean", "double precision")
    .addColumn("cpu_max", "double precision")
    .addColumn("mem_max", "bigint")
    .addPrimaryKeyConstraint("process_samples_5m_key", ["session_id", "process_id", "at_ms"])
    .execute();
  await db.schema
    .createIndex("process_samples_5m_by_time")
    .on("process_samples_5m")
    .column("at_ms")
    .execute();
}
