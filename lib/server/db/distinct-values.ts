// Distinct values of the leading column of an index, found by stepping from each to the next larger one: the cost grows
// with the number of values, whereas `select distinct` reads the whole index.
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** A `with` clause whose table `steps` has each value as `value`, followed by one null to filter out. */
function steppedThrough<Table extends keyof Tables>(
  table: Table,
  column: keyof Tables[Table] & string,
): RawBuilder<unknown> {
  const from = sql.table(table);
  const value = sql.ref(column);
  const next = sql.ref(`next.${column}`);
  return sql`with recursive steps (value) as (
    select min(${value}) from ${from} where ${value} is not null
    union all
    select (select min(${next}) from ${from} as next where ${next} > steps.value)
    from steps where steps.value is not null)`;
}

/** The non-null values in order. */
export async function distinctValues<Table extends keyof Tables>(
  db: Database,
  table: Table,
  column: keyof Tables[Table] & string,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    ${steppedThrough(table, column)} select value from steps where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

/** The newest `at_ms` of each value of a column; epoch milliseconds by value. */
export async function newestOfEach<Table extends keyof Tables>(
  db: Database,
  table: Table,
  column: keyof Tables[Table] & string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ value: string; at_ms: number | null }>`
    ${steppedThrough(table, column)}
    select value,
      (select max(at_ms) from ${sql.table(table)} where ${sql.ref(column)} = steps.value) as at_ms
    from steps where value is not null`.execute(db);
  return new Map(rows.flatMap(({ value, at_ms: atMs }) => (atMs === null ? [] : [[value, Number(atMs)]])));
}
