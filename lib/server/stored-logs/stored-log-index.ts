// The index of words of stored logs, by chunk: writes it, and finds the chunks that may have lines of a search.
import { type RawBuilder, sql } from "kysely";
import {
  maxWordChars,
  minPrefixChars,
  type SearchQuery,
  type SearchTerm,
  wordSign,
  wordsOf,
} from "../../bff/log-search-query.ts";
import type { Database } from "../db/database.ts";
import { lexemesOfWords } from "../db/stored-log-tables.ts";
import type { Dialect } from "../db/tables.ts";

/** The words of a chunk in PostgreSQL, exactly as they are indexed. */
const lexemes = sql.raw(lexemesOfWords);

/** Adds the words of a complete chunk. */
export async function indexWords(
  trx: Database,
  dialect: Dialect,
  { log_id: logId, number }: { log_id: number; number: number },
  words: readonly string[],
): Promise<void> {
  await (dialect === "sqlite"
    ? sql`insert into stored_log_words (rowid, words)
        select id, ${words.join(" ")} from stored_log_chunks where log_id = ${logId} and number = ${number}`
    : sql`update stored_log_chunks set words = ${words.toSorted().join(" ")}
        where log_id = ${logId} and number = ${number}`
  ).execute(trx);
}

/**
 * Runs a query with `mayMatch`. In PostgreSQL in a transaction in which a table is not read from end to end while there is
 * an index: the planner does not know that comparing a column of words means reading it from beside the table.
 */
export const withWordIndex = <T>(
  db: Database,
  dialect: Dialect,
  query: (trx: Database) => Promise<T>,
): Promise<T> =>
  dialect === "sqlite"
    ? query(db)
    : db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        return await query(trx);
      });

/** A condition on a chunk named `chunk`: it is indexed, and its words allow lines of the search. */
export function mayMatch(dialect: Dialect, { terms }: SearchQuery): RawBuilder<boolean> {
  const words = terms.filter(({ not }) => !not).flatMap(indexedWords);
  if (words.length === 0) return sql<boolean>`chunk.indexed = 1`;
  if (dialect === "sqlite") {
    const match = words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? "*" : ""}`).join(" AND ");
    return sql<boolean>`chunk.id in (select rowid from stored_log_words where stored_log_words match ${match})`;
  }
  const match = words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");
  // By itself, or the planner reads chunks by id until enough match.
  return sql<boolean>`chunk.id in (
    with found as materialized (select id from stored_log_chunks where ${lexemes} @@ ${match}::tsquery)
    select id from found)`;
}

const endsWithWord = new RegExp(`${wordSign}$`, "u");

/** The words that a line with the term has. The last of a phrase may go on beyond it. */
function indexedWords({ text }: SearchTerm): { word: string; isPrefix: boolean }[] {
  const words = wordsOf(text);
  return words.map((word, at) => ({
    word,
    isPrefix:
      at === words.length - 1 &&
      endsWithWord.test(text) &&
      word.length >= minPrefixChars &&
      word.length < maxWordChars,
  }));
}
