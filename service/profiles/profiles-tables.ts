// The table of profiles; their saved states are files next to the database.
import { z } from "zod";
import type { Store } from "../kernel/store.ts";

export const profilesTables = `
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    created_at TEXT NOT NULL,
    updated_at TEXT,
    last_used_at TEXT
  ) STRICT;
`;

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});
export type ProfileRow = z.output<typeof row>;

/** The only reader and writer of the table. */
export class ProfileRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when the name is taken. */
  insert(profile: ProfileRow): boolean {
    const { changes } = this.#store
      .prepare(
        `INSERT INTO profiles VALUES (@id, @name, @created_at, @updated_at, @last_used_at)
         ON CONFLICT (name) DO NOTHING`,
      )
      .run(profile);
    return changes === 1;
  }

  /** Newest first. */
  list(): ProfileRow[] {
    const select = this.#store.prepare("SELECT * FROM profiles ORDER BY created_at DESC, id DESC");
    return row.array().parse(select.all());
  }

  byId(id: string): ProfileRow | undefined {
    return this.#read("SELECT * FROM profiles WHERE id = ?", id);
  }

  byName(name: string): ProfileRow | undefined {
    return this.#read("SELECT * FROM profiles WHERE name = ?", name);
  }

  /** False when the name is taken. */
  rename(id: string, name: string, at: string): boolean {
    const { changes } = this.#store
      .prepare("UPDATE OR IGNORE profiles SET name = ?, updated_at = ? WHERE id = ?")
      .run(name, at, id);
    return changes === 1;
  }

  recordSaved(id: string, at: string): void {
    this.#store.prepare("UPDATE profiles SET updated_at = ? WHERE id = ?").run(at, id);
  }

  recordUsed(id: string, at: string): void {
    this.#store.prepare("UPDATE profiles SET last_used_at = ? WHERE id = ?").run(at, id);
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM profiles WHERE id = ?").run(id);
  }

  #read(sql: string, key: string): ProfileRow | undefined {
    return row.optional().parse(this.#store.prepare(sql).get(key));
  }
}
