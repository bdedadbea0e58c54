// The tables of alerts: rules and their mutes, the state of each subject, fired alerts, and the outbox of webhooks. One
// migration, in SQL that SQLite and PostgreSQL both accept.
import { type Kysely, sql } from "kysely";

/** Rows of these tables; times are epoch milliseconds, flags 0 or 1. */
export interface AlertTables {
  alert_rules: {
    id: string;
    name: string;
    /** A `signal` as JSON. */
    signal: string;
    for_ms: number;
    clear_ms: number;
    remind_ms: number;
    enabled: number;
    /** Ids as JSON. */
    webhooks: string;
    created_by: string;
    created_at_ms: number;
    updated_at_ms: number;
  };
  /** An empty `subject` mutes the whole rule. */
  alert_mutes: { rule_id: string; subject: string; until_ms: number; by: string; at_ms: number };
  /** State of a subject. `bad_ms`, `clear_ms` and `quiet_ms` are elapsed time, never a difference of two clocks. */
  alert_states: {
    rule_id: string;
    subject: string;
    label: string;
    state: "ok" | "pending" | "firing";
    known: number;
    message: string;
    bad_ms: number;
    clear_ms: number;
    /** Since the last notification. */
    quiet_ms: number;
    /** Whether a notification of the open alert was sent. */
    notified: number;
    alert_id: string | null;
    /** Start of the time without data; null while there is data. */
    unknown_since_ms: number | null;
  };
  alerts: {
    id: string;
    rule_id: string;
    rule_name: string;
    kind: string;
    subject: string;
    label: string;
    fired_at_ms: number;
    resolved_at_ms: number | null;
    resolved_why: string | null;
    fired_message: string;
    message: string;
    /** The operator who closed it by hand, and the reason. */
    closed_by: string | null;
    closed_note: string | null;
    /** For stuck invocations, how long they are open at least; for a share of failures, its window. */
    limit_ms: number | null;
  };
  /** `sealed`: address and secret, encrypted. */
  webhooks: {
    id: string;
    name: string;
    origin: string;
    sealed: string;
    enabled: number;
    created_by: string;
    created_at_ms: number;
  };
  /** The outbox: a row is written in the transaction of its change and sent until it is delivered or dead. */
  alert_deliveries: {
    id: string;
    webhook_id: string;
    alert_id: string | null;
    event: string;
    title: string;
    body: string;
    created_at_ms: number;
    next_at_ms: number;
    attempts: number;
    state: "waiting" | "delivered" | "dead";
    done_at_ms: number | null;
  };
  alert_attempts: {
    delivery_id: string;
    number: number;
    at_ms: number;
    status: number | null;
    ms: number;
    error: string | null;
  };
}

async function rules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alert_rules")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("signal", "text", (column) => column.notNull())
    .addColumn("for_ms", "bigint", (column) => column.notNull())
    .addColumn("clear_ms", "bigint", (column) => column.notNull())
    .addColumn("remind_ms", "bigint", (column) => column.notNull())
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("webhooks", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("alert_mutes")
    .addColumn("rule_id", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("until_ms", "bigint", (column) => column.notNull())
    .addColumn("by", "text", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("alert_mutes_key", ["rule_id", "subject"])
    .execute();
}

async function states(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alert_states")
    .addColumn("rule_id", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("known", "integer", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("bad_ms", "bigint", (column) => column.notNull())
    .addColumn("clear_ms", "bigint", (column) => column.notNull())
    .addColumn("quiet_ms", "bigint", (column) => column.notNull())
    .addColumn("notified", "integer", (column) => column.notNull())
    .addColumn("alert_id", "text")
    .addColumn("unknown_since_ms", "bigint")
    .addPrimaryKeyConstraint("alert_states_key", ["rule_id", "subject"])
    .execute();
  await db.schema
    .createTable("alerts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("rule_id", "text", (column) => column.notNull())
    .addColumn("rule_name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("fired_at_ms", "bigint", (column) => column.notNull())
    .addColumn("resolved_at_ms", "bigint")
    .addColumn("resolved_why", "text")
    .addColumn("fired_message", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("closed_by", "text")
    .addColumn("closed_note", "text")
    .execute();
  await db.schema
    .createIndex("alerts_by_end")
    .on("alerts")
    .columns(["resolved_at_ms", "fired_at_ms"])
    .execute();
  // At most one open alert per rule and subject, enforced by the database.
  await sql
    .raw("create unique index alerts_open on alerts (rule_id, subject) where resolved_at_ms is null")
    .execute(db);
}

async function outbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("alert_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhook_id", "text", (column) => column.notNull())
    .addColumn("alert_id", "text")
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("next_at_ms", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("done_at_ms", "bigint")
    .execute();
  await db.schema
    .createIndex("alert_deliveries_by_state")
    .on("alert_deliveries")
    .columns(["state", "webhook_id", "created_at_ms"])
    .execute();
  await db.schema
    .createIndex("alert_deliveries_by_time")
    .on("alert_deliveries")
    .column("created_at_ms")
    .execute();
  await db.schema
    .createTable("alert_attempts")
    .addColumn("delivery_id", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("ms", "integer", (column) => column.notNull())
    .addColumn("error", "text")
    .addPrimaryKeyConstraint("alert_attempts_key", ["delivery_id", "number"])
    .execute();
}

/** Adds how long the stuck invocations of an alert are open at least. */
export async function alertLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("alerts").addColumn("limit_ms", "bigint").execute();
}

/** Creates the tables of alerts. */
export async function alertTables(db: Kysely<unknown>): Promise<void> {
  await rules(db);
  await states(db);
  await outbox(db);
}
