CREATE TABLE migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT;
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
CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    created_at TEXT NOT NULL,
    updated_at TEXT,
    last_used_at TEXT
  ) STRICT;
CREATE TABLE proxies (
    id TEXT PRIMARY KEY,
    name TEXT,
    type TEXT NOT NULL,
    protocol TEXT NOT NULL,
    status TEXT,
    last_checked TEXT,
    ip_address TEXT,
    config TEXT NOT NULL,
    sealed_password TEXT,
    exit TEXT,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
CREATE TABLE pools (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    config TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
CREATE TABLE extensions (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    size_bytes INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT;
CREATE TABLE replays (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    size_bytes INTEGER,
    CHECK ((finished_at IS NULL) = (size_bytes IS NULL))
  ) STRICT;
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
insert into "migrations" ("id", "applied_at") values ('sessions', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('invocations', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('profiles', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('proxies', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('pools', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('extensions', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('replays', '2026-11-01T00:00:00.000Z');
insert into "migrations" ("id", "applied_at") values ('deployments', '2026-11-01T00:00:00.000Z');
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-0', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-0', 'pool-before', 0, 'proxy-before', '{"id":"profile-before","name":"shop"}');
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-1', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-1', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-2', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-2', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-3', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-3', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-4', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-4', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-5', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-5', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-6', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-6', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-7', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-7', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-8', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-8', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-9', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-9', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-10', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-10', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-11', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-11', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-12', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-12', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-13', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-13', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-14', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-14', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-15', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-15', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-16', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-16', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-17', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-17', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-18', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-18', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-19', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-19', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-20', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-20', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-21', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-21', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-22', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-22', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-23', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-23', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-24', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-24', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-25', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-25', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-26', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-26', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-27', '2026-11-01T00:00:00.000Z', null, null, 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-27', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-28', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-28', null, 0, 'proxy-before', null);
insert into "sessions" ("id", "created_at", "deleted_at", "end_reason", "headless", "stealth", "timeout_seconds", "kiosk_mode", "viewport", "persistence_id", "invocation_id", "pool_id", "idle", "proxy_id", "profile") values ('session-29', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 'timeout', 1, 0, 60, 0, '{"width":1280,"height":800}', null, 'invocation-29', null, 0, 'proxy-before', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (1, 'invocation-0', 'shop', 'v1', 'buy', 'deployment-before', '{"number":0,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (2, 'invocation-1', 'shop', 'v1', 'buy', 'deployment-before', '{"number":1,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (3, 'invocation-2', 'shop', 'v1', 'buy', 'deployment-before', '{"number":2,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (4, 'invocation-3', 'shop', 'v1', 'buy', 'deployment-before', '{"number":3,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (5, 'invocation-4', 'shop', 'v1', 'buy', 'deployment-before', '{"number":4,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (6, 'invocation-5', 'shop', 'v1', 'buy', 'deployment-before', '{"number":5,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (7, 'invocation-6', 'shop', 'v1', 'buy', 'deployment-before', '{"number":6,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (8, 'invocation-7', 'shop', 'v1', 'buy', 'deployment-before', '{"number":7,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (9, 'invocation-8', 'shop', 'v1', 'buy', 'deployment-before', '{"number":8,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (10, 'invocation-9', 'shop', 'v1', 'buy', 'deployment-before', '{"number":9,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (11, 'invocation-10', 'shop', 'v1', 'buy', 'deployment-before', '{"number":10,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (12, 'invocation-11', 'shop', 'v1', 'buy', 'deployment-before', '{"number":11,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (13, 'invocation-12', 'shop', 'v1', 'buy', 'deployment-before', '{"number":12,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (14, 'invocation-13', 'shop', 'v1', 'buy', 'deployment-before', '{"number":13,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (15, 'invocation-14', 'shop', 'v1', 'buy', 'deployment-before', '{"number":14,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (16, 'invocation-15', 'shop', 'v1', 'buy', 'deployment-before', '{"number":15,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (17, 'invocation-16', 'shop', 'v1', 'buy', 'deployment-before', '{"number":16,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (18, 'invocation-17', 'shop', 'v1', 'buy', 'deployment-before', '{"number":17,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (19, 'invocation-18', 'shop', 'v1', 'buy', 'deployment-before', '{"number":18,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (20, 'invocation-19', 'shop', 'v1', 'buy', 'deployment-before', '{"number":19,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (21, 'invocation-20', 'shop', 'v1', 'buy', 'deployment-before', '{"number":20,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (22, 'invocation-21', 'shop', 'v1', 'buy', 'deployment-before', '{"number":21,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (23, 'invocation-22', 'shop', 'v1', 'buy', 'deployment-before', '{"number":22,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (24, 'invocation-23', 'shop', 'v1', 'buy', 'deployment-before', '{"number":23,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (25, 'invocation-24', 'shop', 'v1', 'buy', 'deployment-before', '{"number":24,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (26, 'invocation-25', 'shop', 'v1', 'buy', 'deployment-before', '{"number":25,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (27, 'invocation-26', 'shop', 'v1', 'buy', 'deployment-before', '{"number":26,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (28, 'invocation-27', 'shop', 'v1', 'buy', 'deployment-before', '{"number":27,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (29, 'invocation-28', 'shop', 'v1', 'buy', 'deployment-before', '{"number":28,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (30, 'invocation-29', 'shop', 'v1', 'buy', 'deployment-before', '{"number":29,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (31, 'invocation-30', 'shop', 'v1', 'buy', 'deployment-before', '{"number":30,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (32, 'invocation-31', 'shop', 'v1', 'buy', 'deployment-before', '{"number":31,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (33, 'invocation-32', 'shop', 'v1', 'buy', 'deployment-before', '{"number":32,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (34, 'invocation-33', 'shop', 'v1', 'buy', 'deployment-before', '{"number":33,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (35, 'invocation-34', 'shop', 'v1', 'buy', 'deployment-before', '{"number":34,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (36, 'invocation-35', 'shop', 'v1', 'buy', 'deployment-before', '{"number":35,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (37, 'invocation-36', 'shop', 'v1', 'buy', 'deployment-before', '{"number":36,"text":"Ähre ''x''"}', 900, 'succeeded', '', '{"done":true}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (38, 'invocation-37', 'shop', 'v1', 'buy', 'deployment-before', '{"number":37,"text":"Ähre ''x''"}', 900, 'failed', 'no route', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z');
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (39, 'invocation-38', 'shop', 'v1', 'buy', 'deployment-before', '{"number":38,"text":"Ähre ''x''"}', 900, 'running', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "invocations" ("sequence", "id", "app_name", "version", "action_name", "deployment_id", "payload", "time_limit_seconds", "status", "status_reason", "output", "queued_at", "started_at", "finished_at") values (40, 'invocation-39', 'shop', 'v1', 'buy', 'deployment-before', '{"number":39,"text":"Ähre ''x''"}', 900, 'queued', '', null, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null);
insert into "profiles" ("id", "name", "created_at", "updated_at", "last_used_at") values ('profile-before', 'shop', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', null);
insert into "proxies" ("id", "name", "type", "protocol", "status", "last_checked", "ip_address", "config", "sealed_password", "exit", "created_at", "deleted_at") values ('proxy-before', 'office', 'custom', 'http', 'available', '2026-11-01T00:00:00.000Z', '192.0.2.7', '{"host":"127.0.0.1","port":9,"username":"ada"}', 'rXDz68FYe1hAokd9aIkidlsrUAjU08EmhQ89lwIO4b0vCgORcdaSPWkm1rOTq7eTPHLVNe+jRSHsxbo0', null, '2026-11-01T00:00:00.000Z', null);
insert into "pools" ("id", "name", "config", "created_at") values ('pool-before', 'ready', '{"size":2,"headless":true,"proxy_id":"proxy-before","timeout_seconds":600}', '2026-11-01T00:00:00.000Z');
insert into "extensions" ("id", "name", "size_bytes", "checksum", "created_at", "last_used_at") values ('extension-before', 'kept', 120, '00', '2026-11-01T00:00:00.000Z', null);
insert into "replays" ("sequence", "id", "session_id", "started_at", "finished_at", "size_bytes") values (1, 'replay-1', 'session-1', '2026-11-01T00:00:00.000Z', '2026-11-01T00:05:00.000Z', 9);
insert into "replays" ("sequence", "id", "session_id", "started_at", "finished_at", "size_bytes") values (2, 'replay-2', 'session-1', '2026-11-01T00:00:00.000Z', null, null);
insert into "deployments" ("sequence", "id", "origin", "status", "status_reason", "entrypoint", "version", "region", "env_vars", "created_at", "updated_at", "log") values (1, 'deployment-before', 'upload', 'running', 'deployed', 'index.ts', 'v1', 'local', '{"KEY":"ä \"b\""}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'built
');
insert into "app_versions" ("sequence", "id", "deployment_id", "app_name", "version", "actions", "active") values (1, 'app-before', 'deployment-before', 'shop', 'v1', '["buy","look"]', 1);
CREATE INDEX sessions_by_time ON sessions (created_at DESC, id DESC);
CREATE INDEX sessions_by_invocation ON sessions (invocation_id) WHERE invocation_id IS NOT NULL;
CREATE INDEX invocations_newest ON invocations (started_at DESC, id DESC);
CREATE INDEX invocations_by_status ON invocations (status, started_at DESC, id DESC);
CREATE INDEX invocations_by_app ON invocations (app_name, started_at DESC, id DESC);
CREATE INDEX invocations_waiting ON invocations (sequence) WHERE status = 'queued';
CREATE INDEX replays_by_session ON replays (session_id, sequence DESC);
CREATE UNIQUE INDEX app_versions_active ON app_versions (app_name, version) WHERE active = 1;
CREATE INDEX app_versions_of_deployment ON app_versions (deployment_id);
CREATE INDEX invocations_by_deployment ON invocations (deployment_id, started_at DESC, id DESC);
