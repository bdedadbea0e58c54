// `sequence` is the order of creation: the queue runs by it. Stamps are RFC 3339 in UTC with nine fraction
// digits, so that text order is time order. `started_at` holds the queued time until the run starts.
export const invocationsTables = `
CREATE TABLE invocations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  app_name TEXT NOT NULL,
  version TEXT NOT NULL,
  action_name TEXT NOT NULL,
  deployment_id TEXT NOT NULL,
  payload TEXT,
  time_limit_seconds INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
  status_reason TEXT NOT NULL,
  output TEXT,
  queued_at TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'running')))
) STRICT;
CREATE INDEX invocations_newest ON invocations (started_at DESC, id DESC);
CREATE INDEX invocations_by_status ON invocations (status, started_at DESC, id DESC);
CREATE INDEX invocations_by_app ON invocations (app_name, started_at DESC, id DESC);
CREATE INDEX invocations_waiting ON invocations (sequence) WHERE status = 'queued';
CREATE TABLE invocation_logs (
  invocation_id TEXT PRIMARY KEY REFERENCES invocations (id) ON DELETE CASCADE,
  lines TEXT NOT NULL
) STRICT;
`;
