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

/** The value of a column as SQLite stores it: a flag as 0 or 1, an object as JSON text. */
function storedValue(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** The statements on a table whose columns are the keys of `row`, which parses what is read. */
export function tableOf<Row extends z.ZodObject>(name: string, row: Row) {
  const columns = Object.keys(row.shape);
  const list = columns.join(", ");
  const values = columns.map((column) => `@${column}`).join(", ");
  const write = (store: Store, statement: string, record: z.output<Row>) => {
    const bound = Object.entries(record).map(([column, value]) => [column, storedValue(value)]);
    return store.prepare(statement).run(Object.fromEntries(bound)).changes === 1;
  };
  return {
    /** Inserts a row; false when `onConflict`, the end of the statement, left it out. */
    insert: (store: Store, record: z.output<Row>, onConflict = ""): boolean =>
      write(store, `INSERT INTO ${name} (${list}) VALUES (${values}) ${onConflict}`, record),
    /** Inserts a row, or replaces the one with the same key. */
    replace: (store: Store, record: z.output<Row>): boolean =>
      write(store, `REPLACE INTO ${name} (${list}) VALUES (${values})`, record),
    /** The rows that `rest` selects, such as `WHERE id = ?`. */
    select: (store: Store, rest: string, ...parameters: unknown[]): z.output<Row>[] =>
      row.array().parse(store.prepare(`SELECT ${list} FROM ${name} ${rest}`).all(...parameters)),
  };
}

/** One page of a list. `read` returns at most `limit` rows; it gets one more than the page has, to detect a next one. */
export function readPage<Row>(
  { limit = pageLimit.standard, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  read: (limit: number, offset: number) => readonly Row[],
): { rows: Row[]; paging: Paging } {
  const found = read(limit + 1, offset);
  const rows = found.slice(0, limit);
  return { rows, paging: pagingOf({ limit, offset, count: rows.length, hasMore: found.length > limit }) };
}
