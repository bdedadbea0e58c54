// Deletes expired rows of a table, a bounded number per call, and drops its expired days.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { isPartitioned } from "./day-partition-tables.ts";
import { keepDays } from "./day-partitions.ts";
import { type KeyedTable, primaryKeys } from "./primary-keys.ts";
import type { Tables } from "./tables.ts";

export const rowsPerCall = 500;

/**
 * Deletes rows with `time` before `beforeMs`, oldest first; returns whether there may be more. `and` is a further
 * condition in SQL.
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
  if (isPartitioned(rows.table)) await keepDays(trx, rows.table, rows.beforeMs);
  const key = primaryKeys[rows.table].join(", ");
  // A sub-select, because PostgreSQL has no DELETE with LIMIT.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(rows.table)} where (${sql.raw(key)}) in (
      select ${sql.raw(key)} from ${sql.table(rows.table)}
      where ${sql.ref(String(rows.time))} < ${rows.beforeMs} ${sql.raw(rows.and ?? "")}
      order by ${sql.ref(String(rows.time))} limit ${rowsPerCall})`.execute(trx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}
