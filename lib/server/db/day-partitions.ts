// Drops the expired days of the tables of PostgreSQL that have a partition for each, and makes the coming ones.

import { sql } from "kysely";
import pg from "pg";
import { dayMs } from "../../bff/time-units.ts";
import { type Database, dialectOf } from "./database.ts";
import {
  addDays,
  databaseNowMs,
  dayOf,
  daysAhead,
  isPartitioned,
  type PartitionedTable,
  partitionedTables,
} from "./day-partition-tables.ts";

/** How long readers may be kept waiting. */
const lockTimeout = "200ms";

/** About the most partitions of the time that rows are kept. A statement without a bound of time locks every one, with its
 *  indexes, and a server has few thousand locks (`max_locks_per_transaction`). */
const keptPartitions = 100;

interface Partition {
  name: string;
  /** Epoch milliseconds; undefined for the partition of rows from before the days, and for the default one. */
  startMs: number | undefined;
  /** Exclusive; undefined for the default one. */
  endMs: number | undefined;
}

async function partitionsOf(db: Database, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(db);
  return rows.map(({ name, bound }) => {
    const [start, end] = [/FROM \('?(\d+)'?\)/, /TO \('?(\d+)'?\)/].map((part) => part.exec(bound)?.[1]);
    return {
      name,
      startMs: start === undefined ? undefined : Number(start),
      endMs: end === undefined ? undefined : Number(end),
    };
  });
}

/** The tables whose expired rows are deleted one by one: in PostgreSQL only the partitions that are not of days. */
export async function tablesWithoutDays(db: Database, table: string): Promise<string[]> {
  if (dialectOf(db) === "sqlite" || !isPartitioned(table)) return [table];
  const partitions = await partitionsOf(db, table);
  return partitions.filter(({ startMs }) => startMs === undefined).map(({ name }) => name);
}

const lockNotAvailable = "55P03";
/** Another replica has made it or one of these days; a row of the new days is in the default partition. */
const impossibleCodes: ReadonlySet<string | undefined> = new Set(["42P07", "42P17", "23514"]);

type Change = (trx: Database) => Promise<unknown>;

/** Makes a change of a table's partitions that may be impossible now. "busy": the table is in use. */
async function attempt(trx: Database, table: PartitionedTable, change: Change): Promise<"busy" | undefined> {
  await sql`savepoint day_partition`.execute(trx);
  try {
    await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(trx);
    // The change would lock it, too, but two replicas that drop a partition at once would fail.
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    await change(trx);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint day_partition`.execute(trx);
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === lockNotAvailable) return "busy";
    if (impossibleCodes.has(code)) return undefined;
    throw error;
  }
}

/** What is to be changed now in the partitions of a table. */
function changesOf(
  table: PartitionedTable,
  partitions: readonly Partition[],
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Change[] {
  const drops = partitions
    .filter(({ endMs }) => endMs !== undefined && endMs <= beforeMs)
    .map(
      ({ name }): Change =>
        (trx) =>
          sql`drop table if exists ${sql.table(name)}`.execute(trx),
    );
  const keptDays = Math.round((nowMs - beforeMs) / dayMs);
  const lengthMs = Math.max(1, Math.ceil(keptDays / keptPartitions)) * dayMs;
  const firstMs = Math.max(dayOf(nowMs), ...partitions.map(({ endMs }) => endMs ?? 0));
  const adds: Change[] = [];
  for (let startMs = firstMs; startMs < dayOf(nowMs) + daysAhead * dayMs; startMs += lengthMs)
    adds.push((trx) => addDays(trx, table, { startMs, endMs: startMs + lengthMs }));
  return [...drops, ...adds];
}

/**
 * Drops the partitions that end by `beforeMs` (epoch milliseconds) and makes those of the coming days, in PostgreSQL. Each
 * change is a transaction of its own by `write`, so that readers wait for one at most. What is impossible because a table is
 * in use is done by a later call. Days of which the default partition has rows already get no partition. Rejects as `write`
 * does.
 */
export async function keepDays(
  store: { db: Database; write: <T>(work: (trx: Database) => Promise<T>) => Promise<T> },
  beforeMs: number,
): Promise<void> {
  const { db, write } = store;
  if (dialectOf(db) === "sqlite") return;
  const nowMs = await databaseNowMs(db);
  for (const table of partitionedTables) {
    const partitions = await partitionsOf(db, table);
    for (const change of changesOf(table, partitions, { beforeMs, nowMs }))
      if ((await write((trx) => attempt(trx, table, change))) === "busy") break;
  }
}
