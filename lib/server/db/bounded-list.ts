// Bounded lists of the rows of a time range.
import { sql } from "kysely";

/** Epoch milliseconds; `toMs` is exclusive. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** `items` up to a limit, without the oldest; `total` counts all. */
export interface BoundedList<Item> {
  total: number;
  items: Item[];
}

/** The selection that `countRows` reads. */
export const rowCount = sql<number | string>`count(*)`.as("count");

/** The number of rows of a query that selects `rowCount`. */
export async function countRows(query: {
  executeTakeFirstOrThrow: () => Promise<{ count: number | string }>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).count);
}
