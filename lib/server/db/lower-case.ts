import { type Expression, sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/**
 * A text in lower case, the letters of all scripts alike. PostgreSQL's own `lower` depends on the locale with which its
 * cluster was made, and knows ASCII only in locale C: the collation of ICU does not. That of SQLite is in database.ts.
 */
const lowerCase = (db: Database, text: Expression<string | null>): Expression<string> =>
  dialectOf(db) === "postgres"
    ? sql<string>`lower((${text}) collate "und-x-icu")`
    : sql<string>`lower(${text})`;

const escaped = (part: string): string => part.toLowerCase().replace(/[!%_]/g, "!$&");

/**
 * Whether a text is like a pattern in lower case. One in ASCII is compared by the database itself, without a text in lower
 * case for each row, which takes several times as long.
 */
function isLike(db: Database, text: Expression<string | null>, pattern: string): Expression<boolean> {
  const isAscii = /^[\x20-\x7e]*$/.test(pattern);
  if (!isAscii) return sql<boolean>`${lowerCase(db, text)} like ${pattern} escape '!'`;
  return dialectOf(db) === "postgres"
    ? sql<boolean>`(${text}) collate "C" ilike ${pattern} escape '!'`
    : sql<boolean>`(${text}) like ${pattern} escape '!'`;
}

/** Whether a text contains `part`, in any case. */
export const containsText = (
  db: Database,
  text: Expression<string | null>,
  part: string,
): Expression<boolean> => isLike(db, text, `%${escaped(part)}%`);

/** Whether a text is `whole`, in any case. */
export const equalsText = (
  db: Database,
  text: Expression<string | null>,
  whole: string,
): Expression<boolean> => isLike(db, text, escaped(whole));
