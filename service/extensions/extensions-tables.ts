// The table of stored extensions; their archives are files next to the database.
import { z } from "zod";
import type { Store } from "../kernel/store.ts";

export const extensionsTables = `
  CREATE TABLE extensions (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    size_bytes INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT;
`;

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  size_bytes: z.int(),
  checksum: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ExtensionRow = z.output<typeof row>;

/** The only reader and writer of the table. */
export class ExtensionRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when the name is taken. */
  insert(extension: ExtensionRow): boolean {
    const { changes } = this.#store
      .prepare(
        `INSERT INTO extensions VALUES (@id, @name, @size_bytes, @checksum, @created_at, @last_used_at)
         ON CONFLICT (name) DO NOTHING`,
      )
      .run(extension);
    return changes === 1;
  }

  /** Newest first. */
  list(): ExtensionRow[] {
    const select = this.#store.prepare("SELECT * FROM extensions ORDER BY created_at DESC, id DESC");
    return row.array().parse(select.all());
  }

  byId(id: string): ExtensionRow | undefined {
    return this.#read("SELECT * FROM extensions WHERE id = ?", id);
  }

  byName(name: string): ExtensionRow | undefined {
    return this.#read("SELECT * FROM extensions WHERE name = ?", name);
  }

  recordUsed(id: string, at: string): void {
    this.#store.prepare("UPDATE extensions SET last_used_at = ? WHERE id = ?").run(at, id);
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM extensions WHERE id = ?").run(id);
  }

  #read(sql: string, key: string): ExtensionRow | undefined {
    return row.optional().parse(this.#store.prepare(sql).get(key));
  }
}
