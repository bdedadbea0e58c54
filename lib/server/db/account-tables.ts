// Changes of the tables of accounts, in SQL that SQLite and PostgreSQL both accept.
import type { Kysely } from "kysely";

/** Until when a user's password is a one-time password; null for one that its user has set. */
export async function oneTimePasswords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("one_time_until_ms", "bigint").execute();
}
