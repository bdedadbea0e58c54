// Many rows of numbers by pool, which PostgreSQL sends as one text per pool: to take in 20,000 rows of ten columns one by one keeps
// this process busy for four times as long as the database takes to read them.
import { type RawBuilder, sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

type Value = number | null;

/** A further condition of `from`: the rows of one pool, or of all. */
export const ofPool = (poolId: string | undefined): RawBuilder<unknown> =>
  poolId === undefined ? sql`` : sql` and pool_id = ${poolId}`;

/**
 * Rows of `from`, a table with its conditions, by `pool_id`, oldest first. `columns` hold numbers and nulls; `rowOf` gets the
 * values of all rows, those of its own from `first` on, in the order of the columns.
 */
export async function numberRowsByPool<Row extends { at_ms: number }>(
  db: Database,
  columns: readonly string[],
  from: RawBuilder<unknown>,
  rowOf: (values: readonly Value[], first: number) => Row,
): Promise<Map<string, Row[]>> {
  const read = dialectOf(db) === "postgres" ? readTexts : readRows;
  const pools = new Map<string, Row[]>();
  for (const [id, values] of await read(db, columns, from)) {
    const rows = Array.from({ length: values.length / columns.length }, (_, at) =>
      rowOf(values, at * columns.length),
    );
    pools.set(
      id,
      rows.sort((a, b) => a.at_ms - b.at_ms),
    );
  }
  return pools;
}

/** The values of all rows one after the other, by pool. */
type Read = (
  db: Database,
  columns: readonly string[],
  from: RawBuilder<unknown>,
) => Promise<Map<string, Value[]>>;

const readTexts: Read = async (db, columns, from) => {
  const values = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}::text, 'null')`),
    sql` || ',' || `,
  );
  const { rows } = await sql<{ pool_id: string; texts: string }>`
    select pool_id, string_agg(${values}, ',') as texts from ${from} group by pool_id`.execute(db);
  return new Map(rows.map(({ pool_id: id, texts }) => [id, JSON.parse(`[${texts}]`)]));
};

const readRows: Read = async (db, columns, from) => {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ pool_id: string } & Record<string, Value>>`
    select pool_id, ${selected} from ${from}`.execute(db);
  const pools = new Map<string, Value[]>();
  for (const row of rows) {
    const values = pools.get(row.pool_id) ?? [];
    if (values.length === 0) pools.set(row.pool_id, values);
    for (const column of columns) values.push(row[column] ?? null);
  }
  return pools;
};
