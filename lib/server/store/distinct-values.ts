// The different values of a column that an index begins with, by steps from one to the next: the cost is that of the
// values, where `select distinct` reads the whole index.
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A `with` clause whose `steps` has each value as `value`, and a null at the end that is to be left out. */
export function steppedThrough<Table extends keyof Tables>(
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
