// The index by which what is pinned is found: every page with a label asks for it, and few of very many ids are.
import { type Kysely, sql } from "kysely";

/** One step of the schema, in SQL that SQLite and PostgreSQL both take. */
export async function pinIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index seen_pinned on seen (kind, last_seen_ms) where pinned_by is not null`.execute(db);
}
