// Many rows of numbers by pool, which PostgreSQL sends as one text per pool: to take in 20,000 rows of ten columns one by one keeps
// this process busy for four times as long as the database takes to read them.
import { type RawBuilder, sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

type Value = number | null;
/** What `columns` hold of a row. */
export type NumberRow<Column extends string> = Readonly<Record<Column, Value>> & { readonly at_ms: number };
type RowOf<Column extends string, Row> = (row: NumberRow<Column>) => Row;

/** A further condition of `from`: the rows of one pool, or of all. */
export const ofPool = (poolId: string | undefined): RawBuilder<unknown> =>
  poolId === undefined ? sql`` : sql` and pool_id = ${poolId}`;

/**
 * Rows of `from`, a table with its conditions, by `pool_id`, oldest first. `columns` hold numbers and nulls, `at_ms` among them;
 * `rowOf` copies what it gets, which may have more properties and hold the next row afterwards.
 */
export async function numberRowsByPool<Column extends string, Row extends { at_ms: number }>(
  db: Database,
  columns: readonly Column[],
  from: RawBuilder<unknown>,
  rowOf: RowOf<Column, Row>,
): Promise<Map<string, Row[]>> {
  const pools = await (dialectOf(db) === "postgres" ? readTexts : readRows)(db, columns, from, rowOf);
  for (const rows of pools.values()) rows.sort((a, b) => a.at_ms - b.at_ms);
  return pools;
}

async function readTexts<Column extends string, Row>(
  db: Database,
  columns: readonly Column[],
  from: RawBuilder<unknown>,
  rowOf: RowOf<Column, Row>,
): Promise<Map<string, Row[]>> {
  const text = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}::text, 'null')`),
    sql` || ',' || `,
  );
  const { rows } = await sql<{ pool_id: string; texts: string }>`
    select pool_id, string_agg(${text}, ',') as texts from ${from} group by pool_id`.execute(db);
  const row: Record<string, Value> = {};
  return new Map(
    rows.map(({ pool_id: id, texts }) => {
      const values: Value[] = JSON.parse(`[${texts}]`);
      const own: Row[] = [];
      for (let at = 0; at < values.length; ) {
        for (const column of columns) {
          row[column] = values[at] ?? null;
          at += 1;
        }
        // Each of the columns has been set above.
        own.push(rowOf(row as NumberRow<Column>));
      }
      return [id, own];
    }),
  );
}

async function readRows<Column extends string, Row>(
  db: Database,
  columns: readonly Column[],
  from: RawBuilder<unknown>,
  rowOf: RowOf<Column, Row>,
): Promise<Map<string, Row[]>> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ pool_id: string } & NumberRow<Column>>`
    select pool_id, ${selected} from ${from}`.execute(db);
  const pools = new Map<string, Row[]>();
  for (const row of rows) {
    const own = pools.get(row.pool_id);
    if (own === undefined) pools.set(row.pool_id, [rowOf(row)]);
    else own.push(rowOf(row));
  }
  return pools;
}
