// One statement for a bounded query of each of many values, instead of one statement a value.
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** SQLite takes at most 500 parts of a union. */
const partsPerStatement = 100;

/** The rows of `select` for each value; each may have its own order and limit, but the order of all rows is not defined. */
export async function unionOfEach<Row>(
  db: Database,
  values: readonly string[],
  select: (value: string) => RawBuilder<unknown>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let at = 0; at < values.length; at += partsPerStatement) {
    const parts = values
      .slice(at, at + partsPerStatement)
      .map((value) => sql`select * from (${select(value)}) as part`);
    all.push(...(await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db)).rows);
  }
  return all;
}
