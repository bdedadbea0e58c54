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
    /** The same one by one: until they are read, the database does nothing else. */
    *each(store: Store, rest: string, ...parameters: unknown[]): Generator<z.output<Row>> {
      for (const read of store.prepare(`SELECT ${list} FROM ${name} ${rest}`).iterate(...parameters))
        yield row.parse(read);
    },
  };
}

/** The most text of a page: in JSON each character may take six, and a string of Node ends at 2^29. */
const pageText = 64 * 1024 * 1024;

/**
 * One page of a list. `read` returns at most `limit` rows; it gets one more than the page has, to detect a next one.
 * `textOf`: the characters of a row, where they are many: a page ends early, with a next one, before it has too many.
 */
export function readPage<Row>(
  { limit = pageLimit.standard, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  read: (limit: number, offset: number) => Iterable<Row>,
  textOf: (row: Row) => number = () => 0,
): { rows: Row[]; paging: Paging } {
  const rows: Row[] = [];
  let hasMore = false;
  let text = 0;
  for (const row of read(limit + 1, offset)) {
    text += textOf(row);
    hasMore = rows.length === limit || (rows.length > 0 && text > pageText);
    if (hasMore) break;
    rows.push(row);
  }
  return { rows, paging: pagingOf({ limit, offset, count: rows.length, hasMore }) };
}
