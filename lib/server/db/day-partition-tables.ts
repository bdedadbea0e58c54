// Tables of PostgreSQL that have a partition for each UTC day, so that retention drops whole days instead of deleting
// their rows one by one. SQLite has no partitions. What is before the first day, from a version without partitions, is in
// the partition `…_before_days`; a row of any other time finds a place in `…_default`. Only tables whose rows expire by time
// alone: raw samples are deleted as they are downsampled, and points of pools by their width, too.

import { type QueryExecutorProvider, sql } from "kysely";
import { stepStartMs } from "../../bff/clock-step.ts";
import { dayMs } from "../../bff/time-units.ts";
import { primaryKeys } from "./primary-keys.ts";

/** In the order in which retention deletes from them: a replica that does so during the migration has the same order of
 *  locks. The time is `at_ms` in each, and part of the primary key. */
export const partitionedTables = ["process_samples_5m", "pool_samples_5m", "proxy_checks"] as const;

export type PartitionedTable = (typeof partitionedTables)[number];

/** Whether the table has a partition a day in PostgreSQL. */
export const isPartitioned = (table: string): table is PartitionedTable =>
  partitionedTables.some((each) => each === table);

/** Days from now for which there is always a partition. */
export const daysAhead = 7;

/** The start of the UTC day of a time; both in milliseconds since the epoch. */
export const dayOf = (ms: number) => stepStartMs(ms, dayMs);
const nameOf = (table: PartitionedTable, startMs: number) =>
  `${table}_${new Date(startMs).toISOString().slice(0, 10).replaceAll("-", "")}`;

/** Makes a partition of whole days, from `startMs` to before `endMs`, both epoch milliseconds. Fails where one exists, or
 *  the default one has rows of these days. */
export async function addDays(
  db: QueryExecutorProvider,
  table: PartitionedTable,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<void> {
  await sql`create table ${sql.table(nameOf(table, startMs))} partition of ${sql.table(table)}
    for values from (${sql.lit(startMs)}) to (${sql.lit(endMs)})`.execute(db);
}

/** Milliseconds since the epoch by the database's clock. */
export async function databaseNowMs(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{
    now: string;
  }>`select (extract(epoch from now()) * 1000)::bigint as now`.execute(db);
  return Number(rows[0]?.now);
}

/** Makes the tables partitioned ones. Their rows stay where they are, in a partition up to the next day; only those that a
 *  clock ahead has written for later are moved. */
export async function historyByDay(db: QueryExecutorProvider, dialect: "sqlite" | "postgres"): Promise<void> {
  if (dialect === "sqlite") return;
  const firstMs = dayOf(await databaseNowMs(db)) + dayMs;
  for (const table of partitionedTables) {
    const old = `${table}_before_days`;
    const key = primaryKeys[table].join(", ");
    await sql
      .raw(`
      alter table ${table} rename to ${old};
      alter table ${old} rename constraint ${table}_key to ${old}_key;
      alter index ${table}_by_time rename to ${old}_by_time;
      create table ${table} (like ${old} including defaults including storage) partition by range (at_ms);
      alter table ${table} add constraint ${table}_key primary key (${key});
      create index ${table}_by_time on ${table} (at_ms);
      create table ${table}_default partition of ${table} default;`)
      .execute(db);
    for (let day = 0; day < daysAhead; day += 1) {
      const startMs = firstMs + day * dayMs;
      await addDays(db, table, { startMs, endMs: startMs + dayMs });
    }
    await sql
      .raw(`
      with later as (delete from ${old} where at_ms >= ${firstMs} returning *) insert into ${table} select * from later;
      alter table ${table} attach partition ${old} for values from (minvalue) to (${firstMs});`)
      .execute(db);
  }
}
