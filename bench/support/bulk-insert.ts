import { type InsertObject, sql } from "kysely";
import type { Database } from "../../lib/server/db/database.ts";
import type { Tables } from "../../lib/server/db/tables.ts";

const rowsAtOnce = 20_000;

/** Inserts rows into a table of PostgreSQL, all of a statement as one JSON text: several times as fast as by bound values. */
export async function bulkInsert<Table extends keyof Tables & string>(
  db: Database,
  table: Table,
  rows: readonly InsertObject<Tables, Table>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)},
      ${JSON.stringify(rows.slice(at, at + rowsAtOnce))}::json)`.execute(db);
}
