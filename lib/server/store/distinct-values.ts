// The different values of a column that an index begins with, by steps from one to the next: the cost is that of the
// values, where `select distinct` reads the whole index.
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** A `with` clause whose `steps` has each value as `value`, and a null at the end that is to be left out. */
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

/** Each value that is not null, in order. */
export async function distinctValues<Table extends keyof Tables>(
  db: Database,
  table: Table,
  column: keyof Tables[Table] & string,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    ${steppedThrough(table, column)} select value from steps where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

/** The newest `at_ms` of each value of a column, none after `untilMs`; epoch milliseconds, by value. */
export async function newestOfEach<Table extends keyof Tables>(
  db: Database,
  table: Table,
  column: keyof Tables[Table] & string,
  untilMs: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ value: string; at_ms: number | null }>`
    ${steppedThrough(table, column)}
    select value,
      (select max(at_ms) from ${sql.table(table)} where ${sql.ref(column)} = steps.value and at_ms <= ${untilMs}) as at_ms
    from steps where value is not null`.execute(db);
  return new Map(rows.flatMap(({ value, at_ms: atMs }) => (atMs === null ? [] : [[value, Number(atMs)]])));
}
