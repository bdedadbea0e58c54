// Deployments and the application versions they brought. At most one deployment is active for a version of an
// application; `sequence` is the order they came in, by which `latest` is the newest.
export const deploymentsTables = `
CREATE TABLE deployments (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL CHECK (origin IN ('sample', 'upload', 'folder')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'in_progress', 'running', 'failed', 'stopped')),
  status_reason TEXT NOT NULL,
  entrypoint TEXT,
  version TEXT NOT NULL,
  region TEXT NOT NULL,
  env_vars TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  log TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE app_versions (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  deployment_id TEXT NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
  app_name TEXT NOT NULL,
  version TEXT NOT NULL,
  actions TEXT NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX app_versions_active ON app_versions (app_name, version) WHERE active = 1;
CREATE INDEX app_versions_of_deployment ON app_versions (deployment_id);
CREATE INDEX invocations_by_deployment ON invocations (deployment_id, started_at DESC, id DESC);
`;
