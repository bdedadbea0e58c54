// The table of proxies. Passwords are stored encrypted and are sent only to the proxy.
import { z } from "zod";
import { proxyConfig, proxyProtocols, proxyStatuses, proxyTypes } from "../../lib/contract/proxies.ts";
import type { Seal } from "../kernel/seal.ts";
import { jsonColumn, type Store } from "../kernel/store.ts";
import { exitBehaviours } from "./local-exit.ts";

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

/** The migration to encrypted passwords; existing ones are encrypted when `ProxyRows` is created. */
export const sealedPasswords = "ALTER TABLE proxies ADD COLUMN sealed_password TEXT;";

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(proxyTypes),
  protocol: z.enum(proxyProtocols),
  /** Null until the first check. */
  status: z.enum(proxyStatuses).nullable(),
  last_checked: z.string().nullable(),
  ip_address: z.string().nullable(),
  config: jsonColumn(proxyConfig),
  /** In plain text; encrypted in the table. */
  password: z.string().nullable(),
  /** Set for a proxy that the service runs itself. */
  exit: jsonColumn(
    z.object({ behaviour: z.enum(exitBehaviours), address: z.string(), port: z.int() }),
  ).nullable(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type ProxyRow = z.output<typeof row>;

const storedRow = z.looseObject({ id: z.string(), sealed_password: z.string().nullable() });
const plaintextRow = z.object({ id: z.string(), password: z.string() });

/** The only reader and writer of the table. */
export class ProxyRows {
  readonly #store: Store;
  readonly #seal: Seal;

  constructor(store: Store, seal: Seal) {
    this.#store = store;
    this.#seal = seal;
    this.#sealPlaintextPasswords();
  }

  /** Inserts or replaces the whole row. */
  put(proxy: ProxyRow): void {
    this.#store
      .prepare(
        `INSERT OR REPLACE INTO proxies (id, name, type, protocol, status, last_checked, ip_address, config,
         sealed_password, exit, created_at, deleted_at) VALUES (@id, @name, @type, @protocol, @status,
         @last_checked, @ip_address, @config, @sealed, @exit, @created_at, @deleted_at)`,
      )
      .run({
        ...proxy,
        sealed: proxy.password === null ? null : this.#seal.close(proxy.password, proxy.id),
        config: JSON.stringify(proxy.config),
        exit: proxy.exit ? JSON.stringify(proxy.exit) : null,
      });
  }

  /** Newest first, without deleted ones. */
  list(): ProxyRow[] {
    return this.#store
      .prepare("SELECT * FROM proxies WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC")
      .all()
      .map((found) => this.#read(found));
  }

  /** Undefined for a deleted one, too. */
  find(id: string): ProxyRow | undefined {
    const found = this.#store.prepare("SELECT * FROM proxies WHERE id = ? AND deleted_at IS NULL").get(id);
    return found === undefined ? undefined : this.#read(found);
  }

  recordCheck(id: string, check: { status: string; at: string; ipAddress: string | undefined }): void {
    this.#store
      .prepare(
        `UPDATE proxies SET status = ?, last_checked = ?, ip_address = COALESCE(?, ip_address)
         WHERE id = ? AND deleted_at IS NULL`,
      )
      .run(check.status, check.at, check.ipAddress ?? null, id);
  }

  delete(id: string, at: string): void {
    this.#store.prepare("UPDATE proxies SET deleted_at = ?, sealed_password = NULL WHERE id = ?").run(at, id);
  }

  /** A password that cannot be decrypted is read as null: a check then shows the proxy as unavailable. */
  #read(found: unknown): ProxyRow {
    const stored = storedRow.parse(found);
    const { id, sealed_password: sealed } = stored;
    return row.parse({ ...stored, password: sealed === null ? null : (this.#seal.open(sealed, id) ?? null) });
  }

  #sealPlaintextPasswords(): void {
    const plain = this.#store.prepare("SELECT id, password FROM proxies WHERE password IS NOT NULL").all();
    if (plain.length === 0) return;
    const seal = this.#store.prepare("UPDATE proxies SET sealed_password = ?, password = NULL WHERE id = ?");
    for (const { id, password } of z.array(plaintextRow).parse(plain)) {
      seal.run(this.#seal.close(password, id), id);
    }
    // Otherwise the plain text would stay readable in free pages of the file and in its write-ahead log.
    this.#store.exec("VACUUM");
    this.#store.pragma("wal_checkpoint(TRUNCATE)");
  }
}
