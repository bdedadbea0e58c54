// Schema changes in order, in SQL that SQLite and PostgreSQL both take. A released step is never edited.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { alertClosingColumns, alertTables } from "./alert-tables.ts";
import { failureIndex } from "./failure-index.ts";
import { memoryTables } from "./memory-tables.ts";
import { pinIndex } from "./pin-index.ts";
import { processStepTable } from "./process-step-table.ts";
import { retentionIndexes } from "./retention-indexes.ts";
import { sessionCreation } from "./session-creation.ts";
import type { Dialect } from "./tables.ts";
import { timelineTables } from "./timeline-tables.ts";

async function firstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("username", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("disabled", "integer", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("sid", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("seen_at_ms", "bigint", (column) => column.notNull())
    .addColumn("revoked_at_ms", "bigint")
    .addColumn("ip", "text", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
  await db.schema
    .createTable("login_attempts")
    .addColumn("subject", "text", (column) => column.primaryKey())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("first_at_ms", "bigint", (column) => column.notNull())
    .addColumn("locked_until_ms", "bigint", (column) => column.notNull())
    .addColumn("locks", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("audit")
    .addColumn("seq", "bigint", (column) => column.primaryKey())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("ip", "text", (column) => column.notNull())
    .addColumn("request_id", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("phase", "text", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("code", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("previous_hash", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_by_request").on("audit").column("request_id").execute();
  await db.schema
    .createTable("pool_samples")
    .addColumn("pool_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("available", "integer")
    .addColumn("acquired", "integer")
    .addColumn("size", "integer")
    .addPrimaryKeyConstraint("pool_samples_key", ["pool_id", "at_ms"])
    .execute();
  await db.schema.createIndex("pool_samples_by_time").on("pool_samples").column("at_ms").execute();
  await db.schema
    .createTable("proxy_checks")
    .addColumn("proxy_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("latency_ms", "integer")
    .addColumn("ip", "text")
    .addPrimaryKeyConstraint("proxy_checks_key", ["proxy_id", "at_ms"])
    .execute();
  await db.schema.createIndex("proxy_checks_by_time").on("proxy_checks").column("at_ms").execute();
}

/** The database itself refuses to change or remove an audit row. */
async function appendOnlyAudit(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === "sqlite") {
    for (const verb of ["update", "delete"]) {
      const refuse = `create trigger audit_no_${verb} before ${verb} on audit begin select raise(abort, 'audit is append-only'); end`;
      await sql.raw(refuse).execute(db);
    }
    return;
  }
  await sql
    .raw(`create function audit_refuse() returns trigger language plpgsql as
      $$ begin raise exception 'audit is append-only'; end $$`)
    .execute(db);
  await sql
    .raw("create trigger audit_append_only before update or delete on audit execute function audit_refuse()")
    .execute(db);
}

async function savedViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("views")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("owner_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("shared", "integer", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("is_default", "integer", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("views_by_owner").on("views").column("owner_id").execute();
}

async function preferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("preferences")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("updated_at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("preferences_key", ["user_id", "name"])
    .execute();
}

/** All steps by name; names sort in the order of their making. */
export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  "2026-11-21-first-tables": { up: firstTables },
  "2026-11-21-second-append-only-audit": { up: (db: Kysely<unknown>) => appendOnlyAudit(db, dialect) },
  "2026-11-21-third-saved-views": { up: savedViews },
  "2026-11-22-a-preferences": { up: preferences },
  "2026-11-22-memory": { up: memoryTables },
  "2026-11-22-memory-failure-index": { up: failureIndex },
  "2026-11-22-timeline": { up: timelineTables },
  "2026-11-22-z-alerts": { up: alertTables },
  "2026-11-22-z-alerts-closing": { up: alertClosingColumns },
  "2026-11-23-retention-indexes": { up: retentionIndexes },
  "2026-11-23-session-creation": { up: sessionCreation },
  "2026-11-24-process-steps": { up: processStepTable },
  "2026-11-25-seen-pinned": { up: pinIndex },
});
