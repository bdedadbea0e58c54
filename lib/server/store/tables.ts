// The dashboard's own tables. Times are epoch milliseconds, flags 0 or 1: the same in SQLite and PostgreSQL.
export type Dialect = "sqlite" | "postgres";

export interface Tables {
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
  };
}
