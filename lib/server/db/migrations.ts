// The migrations in order, in SQL that SQLite and PostgreSQL both accept. A released migration is never edited. During an
// upgrade replicas of the version before go on, so a migration only adds: tables, indexes, and columns that are null or have
// a default. One that the version before cannot live with has a name that ends in `-breaks`; that version then refuses.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import {
  identities,
  oneTimePasswords,
  signInKeys,
  signInProofs,
  usersWithoutRole,
} from "./account-tables.ts";
import { alertLimits, alertTables } from "./alert-tables.ts";
import { apiTokenTables } from "./api-token-tables.ts";
import { auditByTarget, auditTables, auditTargetNames, batchesOfActs } from "./audit-tables.ts";
import { historyByDay } from "./day-partition-tables.ts";
import { isFailure } from "./is-failure.ts";
import { deletedPictures, pictureTables } from "./picture-tables.ts";
import { poolPoints, recorderTables } from "./recorder-tables.ts";
import { storedLogTables, storedWordsAsText } from "./stored-log-tables.ts";
import type { Dialect } from "./tables.ts";

async function accountTables(db: Kysely<unknown>): Promise<void> {
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
    .createTable("sign_ins")
    .addColumn("sid", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("seen_at_ms", "bigint", (column) => column.notNull())
    .addColumn("revoked_at_ms", "bigint")
    .addColumn("ip", "text", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sign_ins_by_user").on("sign_ins").column("user_id").execute();
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
}

async function sampleTables(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("source", "text", (column) => column.notNull().defaultTo("operator"))
    .addPrimaryKeyConstraint("proxy_checks_key", ["proxy_id", "at_ms"])
    .execute();
  await db.schema.createIndex("proxy_checks_by_time").on("proxy_checks").column("at_ms").execute();
}

/** Makes the database refuse to change or delete an audit row. */
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

/** Gaps of watched logs, and annotations. */
async function timelineTables(db: Kysely<unknown>): Promise<void> {
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
    .createTable("annotations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("annotations_by_time").on("annotations").column("at_ms").execute();
  await db.schema.createIndex("audit_by_time").on("audit").column("at_ms").execute();
}

async function evidenceSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("evidence_settings")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("set_by", "text", (column) => column.notNull())
    .addColumn("set_at_ms", "bigint", (column) => column.notNull())
    .execute();
}

async function firstVersion(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await accountTables(db);
  await appendOnlyAudit(db, dialect);
  await savedViews(db);
  await preferences(db);
  await sampleTables(db);
  await recorderTables(db);
  await timelineTables(db);
  await alertTables(db);
}

/** Tells counters of existing accounts from those of invented names. */
async function knownAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("login_attempts")
    .addColumn("known", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The oldest open invocations are read every few seconds. */
async function openInvocations(db: Kysely<unknown>): Promise<void> {
  await sql`create index invocations_by_open_start on invocations (started_at_ms, id) where open = 1`.execute(
    db,
  );
}

/** How far back a search of stored lines has come is read with each of its answers. */
async function chunksByReach(db: Kysely<unknown>): Promise<void> {
  await sql`create index stored_log_chunks_by_reach on stored_log_chunks (id, last_ms) where indexed = 1`.execute(
    db,
  );
}

/** Who received an open alert is read with each evaluation of the rules. */
async function deliveriesByAlert(db: Kysely<unknown>): Promise<void> {
  await sql`create index alert_deliveries_by_alert on alert_deliveries (alert_id, webhook_id)`.execute(db);
}

/** Durations of an action's failed invocations are read with what runs too long. */
async function failedDurations(db: Kysely<unknown>): Promise<void> {
  await sql`create index invocations_by_failed_duration on invocations
    (app_name, action_name, started_at_ms, duration_ms, status) where ${isFailure}`.execute(db);
}

/** The beginnings of ids: the primary key has the order of the database's language, SQLite's that of bytes. */
async function invocationsByIdBeginning(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === "postgres")
    await sql`create index invocations_by_id_beginning on invocations (id text_pattern_ops)`.execute(db);
}

/** Whether the versions before a migration can work with a store that has it. */
export const isCompatible = (migration: string): boolean => !migration.endsWith("-breaks");

/** All migrations by name; names sort chronologically. */
export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  "2026-11-20-first-version": { up: (db: Kysely<unknown>) => firstVersion(db, dialect) },
  "2026-11-23-stored-logs": { up: (db: Kysely<unknown>) => storedLogTables(db, dialect) },
  "2026-11-23-stored-pictures": { up: (db: Kysely<unknown>) => pictureTables(db, dialect) },
  "2026-11-24-evidence-settings": { up: (db: Kysely<unknown>) => evidenceSettings(db) },
  "2026-11-24-stored-words-as-text": { up: (db: Kysely<unknown>) => storedWordsAsText(db, dialect) },
  "2026-11-25-known-login-attempts": { up: knownAttempts },
  "2026-11-26-api-tokens": { up: apiTokenTables },
  "2026-11-25-one-time-passwords": { up: oneTimePasswords },
  "2026-11-25-sign-in-keys": { up: signInKeys },
  "2026-11-25-sign-in-proofs": { up: signInProofs },
  "2026-11-26-identities": { up: identities },
  "2026-11-26-open-invocations": { up: openInvocations },
  "2026-11-26-pool-points": { up: poolPoints },
  "2026-11-27-history-by-day": { up: (db: Kysely<unknown>) => historyByDay(db, dialect) },
  "2026-11-28-alert-limits": { up: alertLimits },
  "2026-11-29-audit-target-names": { up: auditTargetNames },
  "2026-11-29-batches-of-acts": { up: batchesOfActs },
  "2026-11-29-chunks-by-reach": { up: chunksByReach },
  "2026-11-29-deliveries-by-alert": { up: deliveriesByAlert },
  "2026-11-30-deleted-pictures": { up: deletedPictures },
  "2026-11-30-users-without-role": { up: usersWithoutRole },
  "2026-12-01-audit-by-target": { up: (db: Kysely<unknown>) => auditByTarget(db, dialect) },
  "2026-12-01-failed-durations": { up: failedDurations },
  "2026-12-01-invocations-by-id-beginning": {
    up: (db: Kysely<unknown>) => invocationsByIdBeginning(db, dialect),
  },
  "2026-11-25-audit-proof": { up: (db: Kysely<unknown>) => auditTables(db, dialect) },
});
