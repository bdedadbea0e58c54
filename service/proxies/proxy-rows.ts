// The table of proxies. Passwords are stored encrypted and are sent only to the proxy.
import { z } from "zod";
import { proxyConfig, proxyProtocols, proxyStatuses, proxyTypes } from "../../lib/contract/proxies.ts";
import type { Seal } from "../kernel/seal.ts";
import { jsonColumn, type Store, tableOf } from "../kernel/store.ts";
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
    sealed_password TEXT,
    exit TEXT,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
`;

const exit = z.object({ behaviour: z.enum(exitBehaviours), address: z.string(), port: z.int() });
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
  sealed_password: z.string().nullable(),
  /** Set for a proxy that the service runs itself. */
  exit: jsonColumn(exit).nullable(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
const table = tableOf("proxies", row);
type StoredRow = z.output<typeof row>;

/** A proxy with its password in plain text. */
export type ProxyRow = Omit<StoredRow, "sealed_password"> & { password: string | null };
/** The same as services send it to each other. */
export const proxyRow: z.ZodType<ProxyRow> = row
  .omit({ sealed_password: true })
  .extend({ config: proxyConfig, exit: exit.nullable(), password: z.string().nullable() });

/** The only reader and writer of the table. */
export class ProxyRows {
  readonly #store: Store;
  readonly #seal: Seal;

  constructor(store: Store, seal: Seal) {
    this.#store = store;
    this.#seal = seal;
  }

  /** Inserts or replaces the whole row. */
  put({ password, ...proxy }: ProxyRow): void {
    const sealed = password === null ? null : this.#seal.close(password, proxy.id);
    table.replace(this.#store, { ...proxy, sealed_password: sealed });
  }

  /** Newest first, without deleted ones. */
  list(): ProxyRow[] {
    return this.#select("WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC");
  }

  /** Undefined for a deleted one, too. */
  find(id: string): ProxyRow | undefined {
    return this.#select("WHERE id = ? AND deleted_at IS NULL", id)[0];
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
  #select(rest: string, ...parameters: string[]): ProxyRow[] {
    return table.select(this.#store, rest, ...parameters).map(({ sealed_password: sealed, ...proxy }) => ({
      ...proxy,
      password: sealed === null ? null : (this.#seal.open(sealed, proxy.id) ?? null),
    }));
  }
}
