// Indexes by which the oldest of what was seen is found without reading it all.
import type { Kysely } from "kysely";

/** One step of the schema, in SQL that SQLite and PostgreSQL both take. */
export async function retentionIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("seen_by_last").on("seen").column("last_seen_ms").execute();
  await db.schema.createIndex("seen_links_by_last").on("seen_links").column("last_seen_ms").execute();
}
