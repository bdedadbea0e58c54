// The table of profiles; their saved states are files next to the database.
import { z } from "zod";
import { type Store, tableOf } from "../kernel/store.ts";

export const profilesTables = `
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    created_at TEXT NOT NULL,
    updated_at TEXT,
    last_used_at TEXT
  ) STRICT;
`;

/**
 * When its state was read from a browser, by the clock of the service that stored it; null while none is, and of one that an
 * earlier version has stored.
 */
export const profilesStateTaken = "ALTER TABLE profiles ADD COLUMN state_taken_at TEXT";

const row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  /** See `profilesStateTaken`. */
  state_taken_at: z.string().nullable(),
});
export type ProfileRow = z.output<typeof row>;
const table = tableOf("profiles", row);

/** The only reader and writer of the table. */
export class ProfileRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when the name is taken. */
  insert(profile: ProfileRow): boolean {
    return table.insert(this.#store, profile, "ON CONFLICT (name) DO NOTHING");
  }

  /** Newest first. */
  list(): ProfileRow[] {
    return table.select(this.#store, "ORDER BY created_at DESC, id DESC");
  }

  byId(id: string): ProfileRow | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  byName(name: string): ProfileRow | undefined {
    return table.select(this.#store, "WHERE name = ?", name)[0];
  }

  /** False when the name is taken. */
  rename(id: string, name: string, at: string): boolean {
    const { changes } = this.#store
      .prepare("UPDATE OR IGNORE profiles SET name = ?, updated_at = ? WHERE id = ?")
      .run(name, at, id);
    return changes === 1;
  }

  recordSaved(id: string, at: string, takenAt: string): void {
    this.#store
      .prepare("UPDATE profiles SET updated_at = ?, state_taken_at = ? WHERE id = ?")
      .run(at, takenAt, id);
  }

  recordUsed(id: string, at: string): void {
    this.#store.prepare("UPDATE profiles SET last_used_at = ? WHERE id = ?").run(at, id);
  }

  delete(id: string): void {
    this.#store.prepare("DELETE FROM profiles WHERE id = ?").run(id);
  }
}
