import { type Expression, sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/**
 * A text in lower case, the letters of all scripts alike. PostgreSQL's own `lower` depends on the locale with which its
 * cluster was made, and knows ASCII only in locale C: the collation of ICU does not. That of SQLite is in database.ts.
 */
export const lowerCase = (db: Database, text: Expression<string | null>): Expression<string> =>
  dialectOf(db) === "postgres"
    ? sql<string>`lower((${text}) collate "und-x-icu")`
    : sql<string>`lower(${text})`;

/**
 * Whether a text contains `part`, in any case. A part in ASCII is compared by the database itself, without a text in lower
 * case for each row, which takes twenty times as long.
 */
export const containsText = (
  db: Database,
  text: Expression<string | null>,
  part: string,
): Expression<boolean> => {
  const pattern = `%${part.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  if (/^[\x20-\x7e]*$/.test(part))
    return dialectOf(db) === "postgres"
      ? sql<boolean>`(${text}) collate "C" ilike ${pattern} escape '!'`
      : sql<boolean>`${text} like ${pattern} escape '!'`;
  return sql<boolean>`${lowerCase(db, text)} like ${pattern} escape '!'`;
};
