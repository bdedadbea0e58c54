// What the lanes of a timeline have in common: a range, a bound, names for ids.
import type { InventoryKind } from "../../bff/inventory.ts";
import type { Database } from "./database.ts";

/** From here on, and before; epoch milliseconds. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** A bounded lane: `items` without the oldest, `total` with them. */
export interface Lane<Item> {
  total: number;
  items: Item[];
}

/** What each of these ids was called when it was last seen. */
export async function namesOf(
  db: Database,
  kind: InventoryKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("seen")
    .select(["id", "name"])
    .where("kind", "=", kind)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
