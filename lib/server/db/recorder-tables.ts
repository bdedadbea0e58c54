// The recorder's tables: leases, mirrored invocations, inventory and samples. One migration, in SQL that SQLite and
// PostgreSQL both accept.
import { type Kysely, sql } from "kysely";
import { isFailure } from "./is-failure.ts";

async function leases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("term", "bigint", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recorder_checkpoints")
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

async function invocations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invocations")
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
  // Each ends in the sort order of the lists, so that a page is read without sorting.
  const indexes = {
    invocations_by_start: ["started_at_ms", "id"],
    invocations_by_app: ["app_name", "started_at_ms", "id"],
    invocations_by_action: ["app_name", "action_name", "started_at_ms", "id"],
    invocations_by_version: ["version", "started_at_ms", "id"],
    invocations_by_status: ["status", "started_at_ms", "id"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on("invocations").columns(columns).execute();
  const partial = [
    "create index invocations_by_reason on invocations (reason_key, started_at_ms, id) where reason_key is not null",
    "create index invocations_by_open on invocations (checked_at_ms) where open = 1",
  ];
  for (const index of partial) await sql.raw(index).execute(db);
  // Covers the columns by which failures are grouped, so that they are counted from the index alone.
  await sql`create index invocations_by_failure on invocations
    (reason_key, app_name, action_name, version, started_at_ms, status) where ${isFailure}`.execute(db);
  await db.schema
    .createTable("invocation_sessions")
    .addColumn("invocation_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("invocation_sessions_key", ["invocation_id", "session_id"])
    .execute();
  await db.schema
    .createIndex("invocation_sessions_by_session")
    .on("invocation_sessions")
    .column("session_id")
    .execute();
  await db.schema
    .createTable("invocation_rollups")
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
    .addPrimaryKeyConstraint("invocation_rollups_key", [
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
    .createTable("resources")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("name", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("first_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("last_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_at_ms", "bigint")
    .addColumn("label", "text")
    .addColumn("pinned_by", "text")
    .addColumn("created_at_ms", "bigint")
    .addPrimaryKeyConstraint("resources_key", ["kind", "id"])
    .execute();
  await db.schema
    .createIndex("resources_by_time")
    .on("resources")
    .columns(["kind", "last_seen_ms"])
    .execute();
  // For finding the oldest rows without reading the whole table.
  await db.schema.createIndex("resources_by_last").on("resources").column("last_seen_ms").execute();
  // Every page with labels reads the pinned resources, which are few among very many.
  await sql`create index resources_pinned on resources (kind, last_seen_ms) where pinned_by is not null`.execute(
    db,
  );
  await db.schema
    .createTable("resource_links")
    .addColumn("from_kind", "text", (column) => column.notNull())
    .addColumn("from_id", "text", (column) => column.notNull())
    .addColumn("to_kind", "text", (column) => column.notNull())
    .addColumn("to_id", "text", (column) => column.notNull())
    .addColumn("first_seen_ms", "bigint", (column) => column.notNull())
    .addColumn("last_seen_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("resource_links_key", ["from_kind", "from_id", "to_kind", "to_id"])
    .execute();
  await db.schema.createIndex("resource_links_by_last").on("resource_links").column("last_seen_ms").execute();
  await db.schema
    .createIndex("resource_links_by_end")
    .on("resource_links")
    .columns(["to_kind", "to_id"])
    .execute();
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

/** Creates the recorder's tables. */
export async function recorderTables(db: Kysely<unknown>): Promise<void> {
  await leases(db);
  await invocations(db);
  await inventory(db);
  await samples(db);
}

/** Points of pools, and the times that the checkpoint about them says are complete. */
export async function poolPoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pool_points")
    .addColumn("width_ms", "integer", (column) => column.notNull())
    .addColumn("pool_id", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("available", "integer")
    .addColumn("available_min", "integer")
    .addColumn("acquired", "integer")
    .addColumn("acquired_max", "integer")
    .addColumn("unfilled_max", "integer")
    .addColumn("size", "integer")
    .addColumn("samples", "integer", (column) => column.notNull())
    .addColumn("unanswered", "integer", (column) => column.notNull())
    .addColumn("silent", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("pool_points_key", ["width_ms", "pool_id", "at_ms"])
    .execute();
  await db.schema
    .createIndex("pool_points_by_time")
    .on("pool_points")
    .columns(["width_ms", "at_ms"])
    .execute();
}
