// The tables of what the dashboard remembers: the mirror of the runs, what was seen, checks and samples. One step of
// the schema, in SQL that SQLite and PostgreSQL both take.
import { type Kysely, sql } from "kysely";

async function leases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("term", "bigint", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recorder_marks")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recorder_gaps")
    .addColumn("list", "text", (column) => column.notNull())
    .addColumn("from_ms", "bigint", (column) => column.notNull())
    .addColumn("to_ms", "bigint")
    .addColumn("why", "text", (column) => column.notNull())
    .addColumn("filled", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("recorder_gaps_key", ["list", "from_ms"])
    .execute();
}

async function runs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("app_name", "text", (column) => column.notNull())
    .addColumn("action_name", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("started_at_ms", "bigint", (column) => column.notNull())
    .addColumn("finished_at_ms", "bigint")
    .addColumn("duration_ms", "bigint")
    .addColumn("reason", "text")
    .addColumn("reason_key", "text")
    .addColumn("payload_head", "text")
    .addColumn("output_head", "text")
    .addColumn("open", "integer", (column) => column.notNull())
    .addColumn("first_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("checked_at_ms", "bigint", (column) => column.notNull())
    .addColumn("sessions_at_ms", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  // Each ends in the order of the answers, so that a page is read and nothing is sorted.
  const indexes = {
    runs_by_start: ["started_at_ms", "id"],
    runs_by_app: ["app_name", "started_at_ms", "id"],
    runs_by_action: ["app_name", "action_name", "started_at_ms", "id"],
    runs_by_version: ["version", "started_at_ms", "id"],
    runs_by_status: ["status", "started_at_ms", "id"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on("runs").columns(columns).execute();
  const some = [
    "create index runs_by_reason on runs (reason_key, started_at_ms, id) where reason_key is not null",
    "create index runs_by_open on runs (checked_at_ms) where open = 1",
  ];
  for (const index of some) await sql.raw(index).execute(db);
  await db.schema
    .createTable("run_sessions")
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("run_sessions_key", ["run_id", "session_id"])
    .execute();
  await db.schema.createIndex("run_sessions_by_session").on("run_sessions").column("session_id").execute();
  await db.schema
    .createTable("run_rollups")
    .addColumn("width_ms", "bigint", (column) => column.notNull())
    .addColumn("bucket_ms", "bigint", (column) => column.notNull())
    .addColumn("app_name", "text", (column) => column.notNull())
    .addColumn("action_name", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("queued", "integer", (column) => column.notNull())
    .addColumn("running", "integer", (column) => column.notNull())
    .addColumn("succeeded", "integer", (column) => column.notNull())
    .addColumn("failed", "integer", (column) => column.notNull())
    .addColumn("other", "integer", (column) => column.notNull())
    .addColumn("durations", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("run_rollups_key", [
      "width_ms",
      "bucket_ms",
      "app_name",
      "action_name",
      "version",
    ])
    .execute();
  await db.schema
    .createTable("failure_groups")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("by", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("until_ms", "bigint")
    .addColumn("versions", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .execute();
}

async function inventory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("seen")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("name", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("facts", "text", (column) => column.notNull())
    .addColumn("first_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("last_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_at_ms", "bigint")
    .addColumn("label", "text")
    .addColumn("pinned_by", "text")
    .addPrimaryKeyConstraint("seen_key", ["kind", "id"])
    .execute();
  await db.schema.createIndex("seen_by_time").on("seen").columns(["kind", "last_seen_ms"]).execute();
  await db.schema
    .createTable("seen_links")
    .addColumn("from_kind", "text", (column) => column.notNull())
    .addColumn("from_id", "text", (column) => column.notNull())
    .addColumn("to_kind", "text", (column) => column.notNull())
    .addColumn("to_id", "text", (column) => column.notNull())
    .addColumn("first_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("last_seen_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("seen_links_key", ["from_kind", "from_id", "to_kind", "to_id"])
    .execute();
  await db.schema.createIndex("seen_links_by_end").on("seen_links").columns(["to_kind", "to_id"]).execute();
}

async function samples(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pool_samples_5m")
    .addColumn("pool_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("samples", "integer", (column) => column.notNull())
    .addColumn("unanswered", "integer", (column) => column.notNull())
    .addColumn("available", "integer")
    .addColumn("available_min", "integer")
    .addColumn("acquired", "integer")
    .addColumn("acquired_max", "integer")
    .addColumn("size", "integer")
    .addPrimaryKeyConstraint("pool_samples_5m_key", ["pool_id", "at_ms"])
    .execute();
  await db.schema.createIndex("pool_samples_5m_by_time").on("pool_samples_5m").column("at_ms").execute();
  await db.schema
    .createTable("pool_rates")
    .addColumn("pool_id", "text", (column) => column.primaryKey())
    .addColumn("fill_per_minute", "double precision", (column) => column.notNull())
    .addColumn("set_by", "text", (column) => column.notNull())
    .addColumn("set_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("proxy_checks")
    .addColumn("source", "text", (column) => column.notNull().defaultTo("operator"))
    .execute();
  await db.schema
    .createTable("proxy_schedule")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("every_ms", "bigint", (column) => column.notNull())
    .addColumn("per_hour", "integer", (column) => column.notNull())
    .addColumn("set_by", "text", (column) => column.notNull())
    .addColumn("set_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("process_samples")
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("process_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("cpu_pct", "double precision")
    .addColumn("mem_bytes", "bigint")
    .addPrimaryKeyConstraint("process_samples_key", ["session_id", "process_id", "at_ms"])
    .execute();
  await db.schema.createIndex("process_samples_by_time").on("process_samples").column("at_ms").execute();
}

/** Everything the recorder writes, in one step. */
export async function memoryTables(db: Kysely<unknown>): Promise<void> {
  await leases(db);
  await runs(db);
  await inventory(db);
  await samples(db);
}
