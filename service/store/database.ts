// One SQLite file for everything the service must still know after a restart.
import Database from "better-sqlite3";
import { deploymentsTables } from "./deployments-tables.ts";
import { extensionsTables } from "./extensions-tables.ts";
import { invocationsTables } from "./invocations-tables.ts";
import { poolsTables } from "./pools-tables.ts";
import { profilesTables } from "./profiles-tables.ts";
import { proxiesTables, sealedPasswords } from "./proxies-tables.ts";
import { replaysTables } from "./replays-tables.ts";
import { sessionsTables } from "./sessions-tables.ts";
import type { Store } from "./store.ts";

/** Applied in order, each once; a landed entry is never edited, changes get an entry of their own. */
const migrations: readonly { id: string; sql: string }[] = [
  { id: "sessions", sql: sessionsTables },
  { id: "invocations", sql: invocationsTables },
  { id: "profiles", sql: profilesTables },
  { id: "proxies", sql: proxiesTables },
  { id: "pools", sql: poolsTables },
  { id: "extensions", sql: extensionsTables },
  { id: "replays", sql: replaysTables },
  { id: "proxies-sealed-passwords", sql: sealedPasswords },
  { id: "deployments", sql: deploymentsTables },
];

/** Opens (or makes) the file and brings its tables up to date. `:memory:` is for tests. */
export function openDatabase(file: string): Store {
  const store = new Database(file);
  store.pragma("journal_mode = WAL");
  store.pragma("synchronous = FULL");
  store.pragma("foreign_keys = ON");
  store.pragma("busy_timeout = 5000");
  store.exec("CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT");
  const applied = store.prepare<[string], { id: string }>("SELECT id FROM migrations WHERE id = ?");
  const note = store.prepare("INSERT INTO migrations (id, applied_at) VALUES (?, ?)");
  for (const { id, sql } of migrations) {
    store.transaction(() => {
      if (applied.get(id)) return;
      store.exec(sql);
      note.run(id, new Date().toISOString());
    })();
  }
  return store;
}
