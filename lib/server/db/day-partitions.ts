// Drops the expired days of the tables of PostgreSQL that have a partition for each, and makes the coming ones.
import { sql } from "kysely";
import pg from "pg";
import { type Database, dialectOf } from "./database.ts";
import {
  addDay,
  databaseNowMs,
  dayMs,
  dayOf,
  daysAhead,
  type PartitionedTable,
} from "./day-partition-tables.ts";

/** How long readers may be kept waiting. */
const lockTimeout = "200ms";

interface Partition {
  name: string;
  /** Epoch milliseconds; undefined for the one of all other times. */
  endMs: number | undefined;
}

async function partitionsOf(db: Database, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(db);
  return rows.map(({ name, bound }) => {
    const end = /TO \('?(\d+)'?\)/.exec(bound)?.[1];
    return { name, endMs: end === undefined ? undefined : Number(end) };
  });
}

/** Somebody reads it; another replica has made or dropped it; a row of the new day is in the default partition. */
const expectedCodes: ReadonlySet<unknown> = new Set(["55P03", "42P07", "42P01", "23514"]);

/** Runs a change of the schema that may be impossible now: it is tried again with the next call. */
async function attempt(trx: Database, change: () => Promise<unknown>): Promise<void> {
  await sql`savepoint day_partition`.execute(trx);
  try {
    await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(trx);
    await change();
    await sql`release savepoint day_partition`.execute(trx);
  } catch (error) {
    await sql`rollback to savepoint day_partition`.execute(trx);
    if (!(error instanceof pg.DatabaseError && expectedCodes.has(error.code))) throw error;
  }
  await sql`set local lock_timeout = default`.execute(trx);
}

/**
 * Drops the partitions that end by `beforeMs` and makes those of the coming days. Not done where readers would wait, or
 * where rows of a day are in the default partition already; rows that remain are for the caller to delete.
 */
export async function keepDays(trx: Database, table: PartitionedTable, beforeMs: number): Promise<void> {
  if (dialectOf(trx) === "sqlite") return;
  const partitions = await partitionsOf(trx, table);
  for (const { name, endMs } of partitions)
    if (endMs !== undefined && endMs <= beforeMs)
      await attempt(trx, () => sql`drop table ${sql.table(name)}`.execute(trx));
  const newestMs = Math.max(...partitions.map(({ endMs }) => endMs ?? 0));
  const untilMs = dayOf(await databaseNowMs(trx)) + daysAhead * dayMs;
  for (
    let startMs = Math.max(newestMs, dayOf(untilMs - daysAhead * dayMs));
    startMs < untilMs;
    startMs += dayMs
  )
    await attempt(trx, () => addDay(trx, table, startMs));
}
