// Operators' preferences: one text per operator and name, private to the operator.
import { type PreferenceName, type Preferences, preferenceName } from "../../bff/preferences.ts";
import type { Database } from "../db/database.ts";
import { upsert } from "../db/upsert.ts";

/** All preferences of an operator; names unknown to this version are left out. */
export async function readPreferences(db: Database, userId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom("preferences")
    .select(["name", "value"])
    .where("user_id", "=", userId)
    .execute();
  const known: Partial<Record<PreferenceName, string>> = {};
  for (const { name, value } of rows) {
    const read = preferenceName.safeParse(name);
    if (read.success) known[read.data] = value;
  }
  return known;
}

/** Stores one preference; the last write wins. */
export async function writePreference(
  db: Database,
  userId: string,
  name: PreferenceName,
  value: string,
  nowMs: number,
): Promise<void> {
  await upsert(db, "preferences", [{ user_id: userId, name, value, updated_at_ms: nowMs }]);
}
