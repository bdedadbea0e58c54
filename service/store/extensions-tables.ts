// Stored extensions as rows; their archives are files beside the database. The only writer of its table.
import { z } from "zod";
import type { Store } from "./store.ts";

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
    return this.#store
      .prepare("SELECT * FROM extensions ORDER BY created_at DESC, id DESC")
      .all()
      .map((found) => row.parse(found));
  }

  byId(id: string): ExtensionRow | undefined {
    return this.#read("SELECT * FROM extensions WHERE id = ?", id);
  }

  byName(name: string): ExtensionRow | undefined {
    return this.#read("SELECT * FROM extensions WHERE name = ?", name);
  }

  noteUsed(id: string, at: string): void {
    this.#store.prepare("UPDATE extensions SET last_used_at = ? WHERE id = ?").run(at, id);
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM extensions WHERE id = ?").run(id);
  }

  #read(sql: string, key: string): ExtensionRow | undefined {
    const found = this.#store.prepare(sql).get(key);
    return found === undefined ? undefined : row.parse(found);
  }
}
