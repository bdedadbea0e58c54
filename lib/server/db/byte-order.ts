// One order of texts in both databases and in this process, for a list that the process continues or merges. SQLite compares
// bytes; PostgreSQL compares by the collation of its database, which is that of a language on most servers.
import { type Expression, sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/** A text that the database sorts and compares by its bytes in UTF-8. An index that ends in it still gives the order before it. */
export const byBytes = (db: Database, text: Expression<string>): Expression<string> =>
  dialectOf(db) === "postgres" ? sql<string>`${text} collate "C"` : text;

/** Compares two texts as `byBytes` has them compared: negative, 0 or positive. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
