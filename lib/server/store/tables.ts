// The dashboard's own tables. Times are epoch milliseconds, flags 0 or 1: the same in SQLite and PostgreSQL.
import type { AlertTables } from "./alert-tables.ts";

export type Dialect = "sqlite" | "postgres";

export interface Tables extends AlertTables {
  users: {
    id: string;
    username: string;
    password_hash: string;
    role: string;
    disabled: number;
    created_at_ms: number;
  };
  sessions: {
    sid: string;
    user_id: string;
    created_at_ms: number;
    seen_at_ms: number;
    revoked_at_ms: number | null;
    ip: string;
    user_agent: string;
  };
  login_attempts: {
    /** `account:<name>` or `ip:<address>`. */
    subject: string;
    failures: number;
    first_at_ms: number;
    locked_until_ms: number;
    /** How many times in a row it was locked; the lock grows with it. */
    locks: number;
  };
  audit: {
    seq: number;
    at_ms: number;
    actor: string;
    role: string;
    ip: string;
    request_id: string;
    action: string;
    target: string;
    phase: string;
    status: number | null;
    code: string | null;
    reason: string;
    previous_hash: string;
    hash: string;
  };
  /** Screens kept under a name. `query` is the part of the address that says what is shown. */
  views: {
    id: string;
    owner_id: string;
    name: string;
    shared: number;
    query: string;
    is_default: number;
    created_at_ms: number;
    updated_at_ms: number;
  };
  /** What operators prefer; `value` is a text that only the room which wrote it can read. */
  preferences: { user_id: string; name: string; value: string; updated_at_ms: number };
  /** Null figures: the upstream gave no answer at that moment. */
  pool_samples: {
    pool_id: string;
    at_ms: number;
    available: number | null;
    acquired: number | null;
    size: number | null;
  };
  proxy_checks: {
    proxy_id: string;
    at_ms: number;
    status: string;
    latency_ms: number | null;
    ip: string | null;
    /** Who asked: `operator`, `schedule`, or `list` when the list of proxies told of a check made elsewhere. */
    source: "operator" | "schedule" | "list";
  };
  /** Five minutes of a pool: the last figures, the extremes, how many polls gave an answer and how many gave none. */
  pool_samples_5m: {
    pool_id: string;
    /** The start of the five minutes. */
    at_ms: number;
    samples: number;
    unanswered: number;
    available: number | null;
    available_min: number | null;
    acquired: number | null;
    acquired_max: number | null;
    size: number | null;
  };
  /** What an operator says a pool fills by, in browsers per minute. */
  pool_rates: { pool_id: string; fill_per_minute: number; set_by: string; set_at_ms: number };
  /** One row: whether, how often and how much proxies are checked without being asked. */
  proxy_schedule: {
    id: number;
    enabled: number;
    every_ms: number;
    per_hour: number;
    set_by: string;
    set_at_ms: number;
  };
  process_samples: {
    session_id: string;
    process_id: string;
    at_ms: number;
    cpu_pct: number | null;
    mem_bytes: number | null;
  };
  /** Those samples, thinned out to five minutes: `at_ms` is where the step begins. Null: no sample told. */
  process_samples_5m: {
    session_id: string;
    process_id: string;
    at_ms: number;
    first_ms: number;
    last_ms: number;
    samples: number;
    cpu_samples: number;
    cpu_mean: number | null;
    cpu_max: number | null;
    mem_max: number | null;
  };
  /** Who of the replicas does a task; `term` grows with each new holder, so that a late writer is known. */
  leases: { name: string; holder: string; term: number; expires_at_ms: number };
  recorder_marks: { name: string; value: string };
  /** Time in which a list was not read; `to_ms` null while it lasts, `filled` when everything in it was read later. */
  recorder_gaps: { list: string; from_ms: number; to_ms: number | null; why: string; filled: number };
  /** The mirror of the invocations. Heads are the first 1,000 characters; unknown names are empty. */
  runs: {
    id: string;
    app_name: string;
    action_name: string;
    version: string;
    status: string;
    started_at_ms: number;
    finished_at_ms: number | null;
    duration_ms: number | null;
    reason: string | null;
    /** The reason with everything that varies taken out: what failures are grouped by. */
    reason_key: string | null;
    payload_head: string | null;
    output_head: string | null;
    /** 1 while it may still change: it is asked about again. */
    open: number;
    first_seen_ms: number;
    checked_at_ms: number;
    /** When its sessions were last asked for; 0: never. */
    sessions_at_ms: number;
  };
  /** `at_ms`: when the session was first seen with the run. */
  run_sessions: { run_id: string; session_id: string; at_ms: number };
  /** Runs by the time of their start, 5 minutes and 1 hour wide; `durations` is a histogram of ended ones, as JSON. */
  run_rollups: {
    width_ms: number;
    bucket_ms: number;
    app_name: string;
    action_name: string;
    version: string;
    queued: number;
    running: number;
    succeeded: number;
    failed: number;
    /** Those in a status we do not know. */
    other: number;
    durations: string;
  };
  /** What operators said of a group of failures; `versions` as JSON: those it had then. */
  failure_groups: {
    key: string;
    state: "acknowledged" | "muted";
    by: string;
    at_ms: number;
    until_ms: number | null;
    versions: string;
    note: string;
  };
  /** Every id seen in an answer, and those operators pinned. `facts` is JSON. */
  seen: {
    kind: string;
    id: string;
    name: string | null;
    source: string;
    facts: string;
    first_seen_ms: number;
    last_seen_ms: number;
    ended_at_ms: number | null;
    label: string | null;
    pinned_by: string | null;
    /** When its own record says it was made; sessions only. */
    created_at_ms: number | null;
  };
  /** Lines of a watched log that are missing; `from_ms` null: since an unknown time, `lines` null: nobody knows how many. */
  log_gaps: {
    session_id: string;
    source: "supervisor" | "path";
    log: string;
    from_ms: number | null;
    to_ms: number;
    reason: string;
    lines: number | null;
  };
  /** Moments that operators marked. */
  moment_marks: { id: string; at_ms: number; note: string; user_id: string; created_at_ms: number };
  seen_links: {
    from_kind: string;
    from_id: string;
    to_kind: string;
    to_id: string;
    first_seen_ms: number;
    last_seen_ms: number;
  };
}
