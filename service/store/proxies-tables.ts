// Proxies as they are remembered. The only writer of its table; passwords leave it only towards a proxy.
import { z } from "zod";
import { proxyConfig, proxyProtocols, proxyStatuses, proxyTypes } from "../../lib/contract/proxies.ts";
import { exitBehaviours } from "../proxies/local-exit.ts";
import type { Seal } from "./seal.ts";
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

/** Passwords are sealed from here on; those of before are sealed when the rows are first opened. */
export const sealedPasswords = "ALTER TABLE proxies ADD COLUMN sealed_password TEXT;";

const json = <Schema extends z.core.$ZodType>(schema: Schema) =>
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
  /** As it was given; in the table it is sealed. */
  password: z.string().nullable(),
  /** Set for a proxy that this service runs itself. */
  exit: json(z.object({ behaviour: z.enum(exitBehaviours), address: z.string(), port: z.int() })).nullable(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type ProxyRow = z.output<typeof row>;

/** A row as it lies in the table. */
const storedRow = z.looseObject({ id: z.string(), sealed_password: z.string().nullable() });
const plainRow = z.object({ id: z.string(), password: z.string() });

export class ProxyRows {
  readonly #store: Store;
  readonly #seal: Seal;

  constructor(store: Store, seal: Seal) {
    this.#store = store;
    this.#seal = seal;
    this.#sealPlainOnes();
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

  /** Undefined for a deleted one too. */
  find(id: string): ProxyRow | undefined {
    const found = this.#store.prepare("SELECT * FROM proxies WHERE id = ? AND deleted_at IS NULL").get(id);
    return found === undefined ? undefined : this.#read(found);
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
    this.#store.prepare("UPDATE proxies SET deleted_at = ?, sealed_password = NULL WHERE id = ?").run(at, id);
  }

  /** A password that does not open is as good as none: the proxy will refuse, and say so. */
  #read(found: unknown): ProxyRow {
    const stored = storedRow.parse(found);
    const { id, sealed_password: sealed } = stored;
    return row.parse({ ...stored, password: sealed === null ? null : (this.#seal.open(sealed, id) ?? null) });
  }

  #sealPlainOnes(): void {
    const plain = this.#store.prepare("SELECT id, password FROM proxies WHERE password IS NOT NULL").all();
    if (plain.length === 0) return;
    const seal = this.#store.prepare("UPDATE proxies SET sealed_password = ?, password = NULL WHERE id = ?");
    for (const { id, password } of z.array(plainRow).parse(plain)) {
      seal.run(this.#seal.close(password, id), id);
    }
    // What was overwritten would otherwise stay readable in unused pages of the file and in its log.
    this.#store.exec("VACUUM");
    this.#store.pragma("wal_checkpoint(TRUNCATE)");
  }
}
