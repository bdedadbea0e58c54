// Fills a database of the service with rows in every table, as a version leaves them for the next one.
import { Seal } from "../../../service/kernel/seal.ts";
import type { Store } from "../../../service/kernel/store.ts";
import { type ProxyRow, ProxyRows } from "../../../service/proxies/proxy-rows.ts";

/** By which stored passwords are sealed. */
export const serviceSecret = "a secret of the version before, long enough";
export const filledService = {
  at: "2026-11-01T00:00:00.000Z",
  endedAt: "2026-11-01T00:05:00.000Z",
  invocations: 40,
  sessions: 30,
  /** A file of the state. */
  file: { path: "profiles/profile-before.json", content: '{"cookies":[]}' },
} as const;
const { at, endedAt } = filledService;
export const filledProxy: ProxyRow = {
  id: "proxy-before",
  name: "office",
  type: "custom",
  protocol: "http",
  status: "available",
  last_checked: at,
  ip_address: "192.0.2.7",
  exit: null,
  config: { host: "127.0.0.1", port: 9, username: "ada" },
  password: "a password of the version before",
  created_at: at,
  deleted_at: null,
};

/** Writes one by one the columns that the first version had. */
export function fillServiceStore(store: Store): void {
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    store
      .prepare(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
      )
      .run(row);
  };
  new ProxyRows(store, new Seal(Buffer.from(serviceSecret))).put(filledProxy);
  insert("profiles", {
    id: "profile-before",
    name: "shop",
    created_at: at,
    updated_at: endedAt,
    last_used_at: null,
  });
  insert("pools", {
    id: "pool-before",
    name: "ready",
    created_at: at,
    config: JSON.stringify({ size: 2, headless: true, proxy_id: filledProxy.id, timeout_seconds: 600 }),
  });
  insert("extensions", {
    id: "extension-before",
    name: "kept",
    size_bytes: 120,
    checksum: "00",
    created_at: at,
    last_used_at: null,
  });
  insert("deployments", {
    id: "deployment-before",
    origin: "upload",
    status: "running",
    status_reason: "deployed",
    entrypoint: "index.ts",
    version: "v1",
    region: "local",
    env_vars: '{"KEY":"ä \\"b\\""}',
    created_at: at,
    updated_at: at,
    log: "built\n",
  });
  insert("app_versions", {
    id: "app-before",
    deployment_id: "deployment-before",
    app_name: "shop",
    version: "v1",
    actions: '["buy","look"]',
    active: 1,
  });
  for (let number = 0; number < filledService.invocations; number += 1) {
    const status = ["succeeded", "failed", "running", "queued"][number % 4] ?? "";
    const isOver = number % 4 < 2;
    insert("invocations", {
      id: `invocation-${number}`,
      app_name: "shop",
      version: "v1",
      action_name: "buy",
      status,
      deployment_id: "deployment-before",
      payload: JSON.stringify({ number, text: "Ähre 'x'" }),
      time_limit_seconds: 900,
      status_reason: status === "failed" ? "no route" : "",
      output: status === "succeeded" ? '{"done":true}' : null,
      queued_at: at,
      started_at: at,
      finished_at: isOver ? endedAt : null,
    });
  }
  for (let number = 0; number < filledService.sessions; number += 1) {
    const isOver = number % 3 > 0;
    insert("sessions", {
      id: `session-${number}`,
      created_at: at,
      deleted_at: isOver ? endedAt : null,
      end_reason: isOver ? "timeout" : null,
      headless: 1,
      stealth: 0,
      timeout_seconds: 60,
      kiosk_mode: 0,
      viewport: '{"width":1280,"height":800}',
      persistence_id: null,
      idle: 0,
      proxy_id: filledProxy.id,
      invocation_id: `invocation-${number}`,
      pool_id: number === 0 ? "pool-before" : null,
      profile: number === 0 ? '{"id":"profile-before","name":"shop"}' : null,
    });
  }
  insert("replays", {
    id: "replay-1",
    session_id: "session-1",
    started_at: at,
    finished_at: endedAt,
    size_bytes: 9,
  });
  insert("replays", {
    id: "replay-2",
    session_id: "session-1",
    started_at: at,
    finished_at: null,
    size_bytes: null,
  });
}
