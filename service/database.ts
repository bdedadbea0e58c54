// The service's SQLite file: everything that must survive a restart.
import Database from "better-sqlite3";
import { deploymentsTables } from "./deployments/deployment-rows.ts";
import { extensionsTables } from "./extensions/extension-rows.ts";
import { invocationsNode, invocationsTables, invocationsWaitedFor } from "./invocations/invocation-rows.ts";
import type { Store } from "./kernel/store.ts";
import { poolsTables } from "./pools/pool-rows.ts";
import { profilesStateTaken, profilesTables } from "./profiles/profile-rows.ts";
import { proxiesTables } from "./proxies/proxy-rows.ts";
import { replaysTables } from "./replays/replay-rows.ts";
import {
  sessionsLabels,
  sessionsLiving,
  sessionsNode,
  sessionsTables,
  sessionsTelemetry,
} from "./sessions/session-rows.ts";

/** Applied in order, each once. Never edit a released entry; add a new one. */
const migrations: readonly { id: string; sql: string }[] = [
  { id: "sessions", sql: sessionsTables },
  { id: "invocations", sql: invocationsTables },
  { id: "profiles", sql: profilesTables },
  { id: "proxies", sql: proxiesTables },
  { id: "pools", sql: poolsTables },
  { id: "extensions", sql: extensionsTables },
  { id: "replays", sql: replaysTables },
  { id: "deployments", sql: deploymentsTables },
  { id: "sessions_telemetry", sql: sessionsTelemetry },
  { id: "sessions_labels", sql: sessionsLabels },
  { id: "sessions_node", sql: sessionsNode },
  { id: "profiles_state_taken", sql: profilesStateTaken },
  { id: "invocations_node", sql: invocationsNode },
  { id: "sessions_living", sql: sessionsLiving },
  { id: "invocations_waited_for", sql: invocationsWaitedFor },
];

/** Opens or creates the file and applies missing migrations. `:memory:` is for tests. */
export function openDatabase(file: string): Store {
  const store = new Database(file);
  store.pragma("journal_mode = WAL");
  store.pragma("synchronous = FULL");
  store.pragma("foreign_keys = ON");
  store.pragma("busy_timeout = 5000");
  store.exec("CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT");
  const applied = store.prepare<[string], { id: string }>("SELECT id FROM migrations WHERE id = ?");
  const record = store.prepare("INSERT INTO migrations (id, applied_at) VALUES (?, ?)");
  for (const { id, sql } of migrations) {
    store.transaction(() => {
      if (applied.get(id)) return;
      store.exec(sql);
      record.run(id, new Date().toISOString());
    })();
  }
  return store;
}
