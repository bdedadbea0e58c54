// The table of pools: names and settings. Their browsers are not stored; every start of the service fills the pools
// again.
import { z } from "zod";
import { poolCreate } from "../../lib/contract/pools.ts";
import { jsonColumn, type Store, tableOf } from "../kernel/store.ts";

export const poolsTables = `
  CREATE TABLE pools (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    config TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
`;

// Without the request's upper bounds, so that rows stored under earlier bounds can still be read.
const { name: _name, ...settings } = poolCreate.shape;
const stored = z.object({
  ...settings,
  size: z.int().min(1),
  fill_rate_per_minute: z.int().min(0).optional(),
  viewport: z
    .object({
      width: z.int(),
      height: z.int(),
      refresh_rate: z
        .int()
        .nullable()
        .transform((rate) => rate ?? undefined)
        .optional(),
    })
    .optional(),
});

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** Without the name, which has its column. */
  config: jsonColumn(stored),
  created_at: z.string(),
});
export type PoolRow = z.output<typeof row>;
const table = tableOf("pools", row);

/** The only reader and writer of the table. */
export class PoolRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when the name is taken. */
  insert(pool: PoolRow): boolean {
    return table.insert(this.#store, pool, "ON CONFLICT (name) DO NOTHING");
  }

  /** False when the name is taken. */
  update(pool: PoolRow): boolean {
    const { changes } = this.#store
      .prepare("UPDATE OR IGNORE pools SET name = @name, config = @config WHERE id = @id")
      .run({ id: pool.id, name: pool.name, config: JSON.stringify(pool.config) });
    return changes === 1;
  }

  /** Newest first. */
  list(): PoolRow[] {
    return table.select(this.#store, "ORDER BY created_at DESC, id DESC");
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM pools WHERE id = ?").run(id);
  }
}
