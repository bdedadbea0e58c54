import type Database from "better-sqlite3";
import { z } from "zod";
import { type Paging, pageLimit, pagingOf } from "../../lib/contract/paging.ts";

/** The service's open database. Nouns depend on this type, `database.ts` on the nouns' tables. */
export type Store = Database.Database;

/** A column with JSON text, parsed by `schema`. */
export const jsonColumn = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** One page of a list. `read` returns at most `limit` rows; it gets one more than the page has, to detect a next one. */
export function readPage<Row>(
  { limit = pageLimit.standard, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  read: (limit: number, offset: number) => readonly Row[],
): { rows: Row[]; paging: Paging } {
  const found = read(limit + 1, offset);
  const rows = found.slice(0, limit);
  return { rows, paging: pagingOf({ limit, offset, count: rows.length, hasMore: found.length > limit }) };
}
