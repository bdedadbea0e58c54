// Tables beside the audit: acts and where a pruned chain begins. In SQL that SQLite and PostgreSQL both accept except for
// the triggers.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "./tables.ts";

/** Triggers that refuse to change an audit row, and to delete one that the anchor does not name as pruned. */
const appendOnly: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    "drop trigger audit_no_delete",
    `create trigger audit_no_delete before delete on audit
      when old.seq > coalesce((select seq from audit_anchor where id = 1), 0)
      begin select raise(abort, 'audit is append-only'); end`,
  ],
  postgres: [
    `create or replace function audit_refuse() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and old.seq <= coalesce((select seq from audit_anchor where id = 1), 0) then
        return old;
      end if;
      raise exception 'audit is append-only';
    end $$`,
  ],
};

/** Adds the name that an act's object had at that time. */
export async function auditTargetNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit").addColumn("target_name", "text").execute();
}

/** Adds what acts of one batch have in common. */
export async function batchesOfActs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit").addColumn("batch_id", "text").execute();
  await sql`create index audit_by_batch on audit (batch_id, seq) where batch_id is not null`.execute(db);
}

/** Creates the tables, and lets old audit rows be deleted from the beginning on. */
export async function auditTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable("audit")
    .addColumn("count", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("audit_anchor")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .execute();
  for (const statement of appendOnly[dialect]) await sql.raw(statement).execute(db);
  await db.schema
    .createTable("acts")
    .addColumn("request_id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text")
    .addColumn("idempotency_key", "text")
    .addColumn("fingerprint", "text")
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_at_ms", "bigint")
    .addColumn("reply", "text")
    .execute();
  await db.schema
    .createIndex("acts_by_key")
    .unique()
    .on("acts")
    .columns(["user_id", "idempotency_key"])
    .execute();
  await db.schema.createIndex("acts_by_end").on("acts").columns(["ended_at_ms", "expires_at_ms"]).execute();
}

/** How much of a target is in its index: PostgreSQL refuses rows with long values in one. */
export const targetStartChars = 100;

/** The beginning of a target as in its index, which has the order of bytes. */
export const targetStart = (dialect: Dialect): RawBuilder<string> => {
  const start = sql<string>`substr(target, 1, ${sql.lit(targetStartChars)})`;
  return dialect === "postgres" ? sql<string>`(${start} collate "C")` : start;
};

/** Acts are read by their object; those that release a browser by what else is in their target. */
export async function auditByTarget(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create index audit_by_target on audit (${targetStart(dialect)})`.execute(db);
  await sql`create index audit_of_releases on audit (seq) where action = 'releaseBrowser'`.execute(db);
}
