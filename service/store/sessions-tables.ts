// Browser sessions on record. `session-rows.ts` is the only reader and writer.
export const sessionsTables = `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    deleted_at TEXT,
    end_reason TEXT,
    headless INTEGER NOT NULL,
    stealth INTEGER NOT NULL,
    timeout_seconds INTEGER NOT NULL,
    kiosk_mode INTEGER NOT NULL,
    viewport TEXT NOT NULL,
    persistence_id TEXT,
    invocation_id TEXT,
    pool_id TEXT,
    idle INTEGER NOT NULL,
    proxy_id TEXT,
    profile TEXT
  ) STRICT;
  CREATE INDEX sessions_by_time ON sessions (created_at DESC, id DESC);
  CREATE INDEX sessions_by_invocation ON sessions (invocation_id) WHERE invocation_id IS NOT NULL;
`;
