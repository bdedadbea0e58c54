// Inserts rows whose primary key may exist already, in SQL that SQLite and PostgreSQL both accept.
import { type InsertObject, type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { inBatches } from "./in-batches.ts";
import { type KeyedTable, primaryKeys } from "./primary-keys.ts";
import type { Tables } from "./tables.ts";

/** A row of a table; rows of one call have the same columns. */
type Row<Table extends KeyedTable> = InsertObject<Tables, Table>;

async function insert<Table extends KeyedTable>(
  db: Database,
  table: Table,
  rows: readonly Row<Table>[],
  onConflict: RawBuilder<unknown>,
): Promise<void> {
  const key = sql.join(primaryKeys[table].map((column) => sql.ref(column)));
  await inBatches(rows, (part) =>
    db.insertInto(table).values(part).modifyEnd(sql`on conflict (${key}) ${onConflict}`).execute(),
  );
}

/** Inserts rows; stored ones with the same key stay unchanged. */
export const insertNew = <Table extends KeyedTable>(
  db: Database,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> => insert(db, table, rows, sql`do nothing`);

/** Inserts rows; stored ones with the same key get the new values, except those of the columns in `unchanged`. Keys
 *  within `rows` must differ. */
export async function upsert<Table extends KeyedTable>(
  db: Database,
  table: Table,
  rows: readonly Row<Table>[],
  unchanged: readonly (keyof Tables[Table])[] = [],
): Promise<void> {
  const fixed: readonly PropertyKey[] = [...primaryKeys[table], ...unchanged];
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !fixed.includes(column));
  const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  await insert(db, table, rows, sql`do update set ${sql.join(set)}`);
}
