// Row types of the dashboard's tables. Times are epoch milliseconds, flags 0 or 1: the same in SQLite and PostgreSQL.

import type { Generated } from "kysely";
import type { AccountTables } from "./account-tables.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { ApiTokenTables } from "./api-token-tables.ts";

export type Dialect = "sqlite" | "postgres";

export interface Tables extends AccountTables, AlertTables, ApiTokenTables {
  users: {
    id: string;
    username: string;
    /** Empty: there is no password. */
    password_hash: string;
    role: string;
    disabled: number;
    /** 1: at their last sign-in, the groups of the OpenID provider gave no role. */
    without_role: Generated<number>;
    created_at_ms: number;
    /** End of a one-time password, which must be changed at sign-in; null: the password is the user's own. */
    one_time_until_ms: number | null;
  };
  sign_ins: {
    sid: string;
    user_id: string;
    /** What the cookie contains. */
    key: string;
    /** The key before it, while it may still be in use. */
    previous_key: string | null;
    rotated_at_ms: number;
    /** When the key was first used; null: its browser may not have received it. */
    confirmed_at_ms: number | null;
    created_at_ms: number;
    /** When its user last gave the password, or signed in to the provider; null: unknown. */
    proved_at_ms: number | null;
    /** When its user was last active; calls that a page makes by itself do not count. */
    seen_at_ms: number;
    revoked_at_ms: number | null;
    ip: string;
    user_agent: string;
  };
  login_attempts: {
    /** `device:<id>`, `pair:<name> <network>`, `network:<network>`, `account:<name>` or `turn:<name> <network>`. */
    subject: string;
    failures: number;
    first_at_ms: number;
    locked_until_ms: number;
    /** Number of consecutive locks; determines the length of the next one. */
    locks: number;
    /** 1: of an account that exists. */
    known: number;
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
    /** The signature of the row. */
    hash: string;
    /** How many acts the row is about: more than 1 for repeated refusals. */
    count: Generated<number>;
    /** What the target was called then; null where it has no name, and in other rows of an act than the first. */
    target_name: string | null;
    /** Chosen by the client, the same for all acts of one act on many; null for an act that is none of these. */
    batch_id: string | null;
  };
  /** One row: the newest of the deleted audit rows, signed. */
  audit_anchor: { id: number; seq: number; hash: string; at_ms: number; signature: string };
  /** Acts that are under way, and for a while those that ended. */
  acts: {
    request_id: string;
    /** The operator; null for an act without a key. */
    user_id: string | null;
    /** Chosen by the client, the same for every try of one act. */
    idempotency_key: string | null;
    /** A hash of operation and input. */
    fingerprint: string | null;
    /** While it is under way its process renews this time; by the database's clock. */
    expires_at_ms: number;
    /** Null while it is under way. */
    ended_at_ms: number | null;
    /** The encrypted answer; null when there is none to give again. */
    reply: string | null;
  };
  /** Saved views. `query` is the query string of the address. */
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
  /** Operators' preferences; the format of `value` belongs to the part of the UI that writes it. */
  preferences: { user_id: string; name: string; value: string; updated_at_ms: number };
  /** Null figures: the upstream did not answer at that moment. */
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
    /** Origin of the check; `list`: made elsewhere and found in the proxy list. */
    source: "operator" | "schedule" | "list";
  };
  /** Five minutes of a pool: the last figures, the extremes, and the number of answered and unanswered polls. */
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
  /** A point of a pool's chart, of slices of five minutes or an hour: `width_ms`. Null figures: no answer. */
  pool_points: {
    width_ms: number;
    pool_id: string;
    at_ms: number;
    available: number | null;
    /** The minimum of the answers it stands for. */
    available_min: number | null;
    acquired: number | null;
    acquired_max: number | null;
    unfilled_max: number | null;
    size: number | null;
    /** Numbers of answered and unanswered polls. */
    samples: number;
    unanswered: number;
    /** 1: polls are missing after it. */
    silent: number;
  };
  /** Fill rate of a pool as entered by an operator, in browsers per minute. */
  pool_rates: { pool_id: string; fill_per_minute: number; set_by: string; set_at_ms: number };
  /** One row: the schedule of automatic proxy checks. */
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
  /** Process samples downsampled to five minutes from `at_ms` on. Null: no sample had the figure. */
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
  /** The replica that holds a task; `term` grows with each new holder, so that a write of an old one is detected. */
  leases: { name: string; holder: string; term: number; expires_at_ms: number };
  recorder_checkpoints: { name: string; value: string };
  /** Time in which a list was not read; `to_ms` null while it lasts, `filled` when everything in it was read later. */
  recorder_gaps: { list: string; from_ms: number; to_ms: number | null; why: string; filled: number };
  /** Mirrored invocations. Heads are the first 1,000 characters; unknown names are empty. */
  invocations: {
    id: string;
    app_name: string;
    action_name: string;
    version: string;
    status: string;
    started_at_ms: number;
    finished_at_ms: number | null;
    duration_ms: number | null;
    reason: string | null;
    /** The reason without its variable parts; failures are grouped by it. */
    reason_key: string | null;
    payload_head: string | null;
    output_head: string | null;
    /** 1 while it may still change and is read again. */
    open: number;
    first_seen_ms: number;
    checked_at_ms: number;
    /** When its sessions were last requested; 0: never. */
    sessions_at_ms: number;
  };
  /** `at_ms`: when the session was first observed with the invocation. */
  invocation_sessions: { invocation_id: string; session_id: string; at_ms: number };
  /** Invocations counted by start time in buckets of 5 minutes and 1 hour; `durations` is a histogram of the ended
   *  ones, as JSON. */
  invocation_rollups: {
    width_ms: number;
    bucket_ms: number;
    app_name: string;
    action_name: string;
    version: string;
    queued: number;
    running: number;
    succeeded: number;
    failed: number;
    /** Those in an unknown status. */
    other: number;
    durations: string;
  };
  /** Operators' states of failure groups; `versions` is JSON: the group's versions at that time. */
  failure_groups: {
    key: string;
    state: "acknowledged" | "muted";
    by: string;
    at_ms: number;
    until_ms: number | null;
    versions: string;
    note: string;
  };
  /** Every resource found in an answer or pinned by an operator. `details` is JSON. */
  resources: {
    kind: string;
    id: string;
    name: string | null;
    source: string;
    details: string;
    first_seen_ms: number;
    last_seen_ms: number;
    ended_at_ms: number | null;
    label: string | null;
    pinned_by: string | null;
    /** Creation time by its own record; sessions only. */
    created_at_ms: number | null;
  };
  /** Missing lines of a watched log; `from_ms` null: since an unknown time; `lines` null: an unknown number. */
  log_gaps: {
    session_id: string;
    source: "supervisor" | "path";
    log: string;
    from_ms: number | null;
    to_ms: number;
    reason: string;
    lines: number | null;
  };
  /** A log of a browser or of an invocation, stored line by line. */
  stored_logs: {
    id: number;
    /** The log as a topic of the live stream. */
    topic: string;
    /** Null for the log of an invocation. */
    session_id: string | null;
    /** Null for a log of a browser. */
    invocation_id: string | null;
    /** The application of the log's invocation, or of the last one seen with its browser; null while unknown. */
    app_name: string | null;
    action_name: string | null;
    version: string | null;
    created_at_ms: number;
    /** When lines were last added. */
    updated_at_ms: number;
    /** Null while it is followed, or is to be followed by the next leader. */
    ended_at_ms: number | null;
    end_reason: string | null;
    /** When its lines were deleted before their age; the row stays, so that the log is not stored again. */
    deleted_at_ms: number | null;
    /** Number of the oldest stored line; lines are counted from 1. */
    first_line: number;
    /** Number of the next line. */
    next_line: number;
    /** Lines of the log at its source up to the last stored one; null once that is unknown. */
    source_lines: number | null;
    /** Times of the oldest and newest stored lines; the latter stays when they are deleted. */
    first_ms: number | null;
    last_ms: number | null;
    /** Bytes of all chunks before and after compression. */
    text_bytes: number;
    stored_bytes: number;
  };
  /** Consecutive entries of a stored log: lines, and the gaps between them. */
  stored_log_chunks: {
    log_id: number;
    /** Chunks are counted from 1. */
    number: number;
    first_line: number;
    lines: number;
    first_ms: number | null;
    last_ms: number | null;
    /** Bytes before compression. */
    text_bytes: number;
    /** Numbers all chunks in the order of their creation. */
    id: number;
    /** 1: its words are in the index; 0: it may still grow, and a search reads it. */
    indexed: number;
    /** The entries as `stored-logs/chunk-format.ts` writes them. */
    data: Uint8Array;
  };
  /** One row: what evidence is stored. `value` is JSON: the settings that an operator changed. */
  evidence_settings: { id: number; value: string; set_by: string; set_at_ms: number };
  /** Small pictures of a session's pages. */
  pictures: {
    /** A random UUID: a deleted picture's id is never used again. */
    id: string;
    session_id: string;
    at_ms: number;
    reason: "navigation" | "error" | "change";
    /** The page's address, redacted. */
    url: string;
    /** In pixels. */
    width: number;
    height: number;
    /** The size of `data`. */
    bytes: number;
    /** A PNG file. */
    data: Uint8Array;
  };
  /** Sessions whose pictures were deleted, up to the one of that time: the API still has them and sends them again. */
  deleted_pictures: { session_id: string; until_ms: number };
  /** Moments annotated by operators. */
  annotations: { id: string; at_ms: number; note: string; user_id: string; created_at_ms: number };
  resource_links: {
    from_kind: string;
    from_id: string;
    to_kind: string;
    to_id: string;
    first_seen_ms: number;
    last_seen_ms: number;
  };
}
