// Proxies as they are remembered. The only writer of its table; passwords leave it only towards a proxy.
import { z } from "zod";
import { proxyConfig, proxyProtocols, proxyStatuses, proxyTypes } from "../../lib/contract/proxies.ts";
import { exitBehaviours } from "../proxies/local-exit.ts";
import type { Store } from "./store.ts";

export const proxiesTables = `
  CREATE TABLE proxies (
    id TEXT PRIMARY KEY,
    name TEXT,
    type TEXT NOT NULL,
    protocol TEXT NOT NULL,
    status TEXT,
    last_checked TEXT,
    ip_address TEXT,
    config TEXT NOT NULL,
    password TEXT,
    exit TEXT,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
`;

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(proxyTypes),
  protocol: z.enum(proxyProtocols),
  /** Null until the first check. */
  status: z.enum(proxyStatuses).nullable(),
  last_checked: z.string().nullable(),
  ip_address: z.string().nullable(),
  config: json(proxyConfig),
  password: z.string().nullable(),
  /** Set for a proxy that this service runs itself. */
  exit: json(z.object({ behaviour: z.enum(exitBehaviours), address: z.string(), port: z.int() })).nullable(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type ProxyRow = z.output<typeof row>;

export class ProxyRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Inserts or replaces the whole row. */
  put(proxy: ProxyRow): void {
    this.#store
      .prepare(
        `INSERT OR REPLACE INTO proxies VALUES (@id, @name, @type, @protocol, @status, @last_checked,
         @ip_address, @config, @password, @exit, @created_at, @deleted_at)`,
      )
      .run({
        ...proxy,
        config: JSON.stringify(proxy.config),
        exit: proxy.exit ? JSON.stringify(proxy.exit) : null,
      });
  }

  /** Newest first, without deleted ones. */
  list(): ProxyRow[] {
    return this.#store
      .prepare("SELECT * FROM proxies WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC")
      .all()
      .map((found) => row.parse(found));
  }

  /** Undefined for a deleted one too. */
  find(id: string): ProxyRow | undefined {
    const found = this.#store.prepare("SELECT * FROM proxies WHERE id = ? AND deleted_at IS NULL").get(id);
    return found === undefined ? undefined : row.parse(found);
  }

  noteCheck(id: string, check: { status: string; at: string; ipAddress: string | undefined }): void {
    this.#store
      .prepare(
        `UPDATE proxies SET status = ?, last_checked = ?, ip_address = COALESCE(?, ip_address)
         WHERE id = ? AND deleted_at IS NULL`,
      )
      .run(check.status, check.at, check.ipAddress ?? null, id);
  }

  delete(id: string, at: string): void {
    this.#store.prepare("UPDATE proxies SET deleted_at = ?, password = NULL WHERE id = ?").run(at, id);
  }
}
