// The table of API tokens, in SQL that SQLite and PostgreSQL both accept.
import type { Kysely } from "kysely";

/** Rows of the table; times are epoch milliseconds. */
export interface ApiTokenTables {
  api_tokens: {
    id: string;
    /** Unique. */
    name: string;
    /** SHA-256 of the token, as hex: its secret has 256 random bits, so that no slower hash is needed. */
    hash: string;
    role: string;
    created_by: string;
    created_at_ms: number;
    expires_at_ms: number;
    last_used_at_ms: number | null;
  };
}

/** Creates the table of API tokens. */
export async function apiTokenTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_tokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .addColumn("last_used_at_ms", "bigint")
    .execute();
}
