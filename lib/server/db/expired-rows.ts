// Deletes expired rows of a table, a bounded number per call.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { tablesWithoutDays } from "./day-partitions.ts";
import { type KeyedTable, primaryKeys } from "./primary-keys.ts";
import type { Tables } from "./tables.ts";

export const rowsPerCall = 500;

/**
 * Deletes rows with `time` before `beforeMs`, oldest first; returns whether there may be more. `and` is a further
 * condition in SQL. Rows in a day's partition stay until `keepDays` drops it.
 */
export async function dropRows<Table extends KeyedTable>(
  trx: Database,
  rows: {
    table: Table;
    time: keyof Tables[Table];
    beforeMs: number;
    and?: string;
  },
): Promise<boolean> {
  const key = primaryKeys[rows.table].join(", ");
  let more = false;
  for (const table of await tablesWithoutDays(trx, rows.table)) {
    // A sub-select, because PostgreSQL has no DELETE with LIMIT.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${sql.raw(key)}) in (
        select ${sql.raw(key)} from ${sql.table(table)}
        where ${sql.ref(String(rows.time))} < ${rows.beforeMs} ${sql.raw(rows.and ?? "")}
        order by ${sql.ref(String(rows.time))} limit ${rowsPerCall})`.execute(trx);
    more ||= numAffectedRows !== undefined && numAffectedRows > 0n;
  }
  return more;
}
