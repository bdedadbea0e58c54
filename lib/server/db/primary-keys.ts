import type { Tables } from "./tables.ts";

/** The columns that identify a row, of the tables whose rows are upserted or deleted by age. */
export const primaryKeys = {
  login_attempts: ["subject"],
  preferences: ["user_id", "name"],
  pool_samples: ["pool_id", "at_ms"],
  pool_samples_5m: ["pool_id", "at_ms"],
  pool_points: ["width_ms", "pool_id", "at_ms"],
  pool_rates: ["pool_id"],
  proxy_checks: ["proxy_id", "at_ms"],
  proxy_schedule: ["id"],
  process_samples: ["session_id", "process_id", "at_ms"],
  process_samples_5m: ["session_id", "process_id", "at_ms"],
  recorder_checkpoints: ["name"],
  recorder_gaps: ["list", "from_ms"],
  invocations: ["id"],
  invocation_sessions: ["invocation_id", "session_id"],
  invocation_rollups: ["width_ms", "bucket_ms", "app_name", "action_name", "version"],
  failure_groups: ["key"],
  resources: ["kind", "id"],
  resource_links: ["from_kind", "from_id", "to_kind", "to_id"],
  log_gaps: ["session_id", "source", "log", "to_ms"],
  evidence_settings: ["id"],
  stored_log_chunks: ["log_id", "number"],
  pictures: ["session_id", "at_ms"],
  deleted_pictures: ["session_id"],
  audit_anchor: ["id"],
  alert_mutes: ["rule_id", "subject"],
  alert_states: ["rule_id", "subject"],
  alert_attempts: ["delivery_id", "number"],
  alerts: ["id"],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

export type KeyedTable = keyof typeof primaryKeys;
