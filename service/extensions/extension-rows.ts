// The table of stored extensions; their archives are files next to the database.
import { z } from "zod";
import { type Store, tableOf } from "../kernel/store.ts";

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

export const extensionRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  size_bytes: z.int(),
  checksum: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ExtensionRow = z.output<typeof extensionRow>;
const table = tableOf("extensions", extensionRow);

/** The only reader and writer of the table. */
export class ExtensionRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when the name is taken. */
  insert(extension: ExtensionRow): boolean {
    return table.insert(this.#store, extension, "ON CONFLICT (name) DO NOTHING");
  }

  replace(extension: ExtensionRow): void {
    table.replace(this.#store, extension);
  }

  /** Newest first. */
  list(): ExtensionRow[] {
    return table.select(this.#store, "ORDER BY created_at DESC, id DESC");
  }

  byId(id: string): ExtensionRow | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  byName(name: string): ExtensionRow | undefined {
    return table.select(this.#store, "WHERE name = ?", name)[0];
  }

  recordUsed(id: string, at: string): void {
    this.#store.prepare("UPDATE extensions SET last_used_at = ? WHERE id = ?").run(at, id);
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM extensions WHERE id = ?").run(id);
  }
}
