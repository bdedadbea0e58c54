// Recordings of sessions, ended sessions included. `replay-rows.ts` is the only reader and writer.
// `size_bytes` is 0 when nothing was recorded before the end.
export const replaysTables = `
  CREATE TABLE replays (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    size_bytes INTEGER,
    CHECK ((finished_at IS NULL) = (size_bytes IS NULL))
  ) STRICT;
  CREATE INDEX replays_by_session ON replays (session_id, sequence DESC);
`;
