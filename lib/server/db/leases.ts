// Leader election among replicas. A lease is one row that its holder renews every few seconds. It may be taken over
// when it has expired by the database's clock, or when a reader found the row unchanged for the lifetime of a lease: a
// clock set forward costs one needless takeover, a clock set back nothing. Neither can corrupt data, because every
// write of a holder verifies the lease inside its own transaction; `term` grows with each new holder.
import { sql } from "kysely";
import { paces } from "../kernel/paces.ts";
import { type Database, dialectOf, inTransaction } from "./database.ts";

/** A lease that was taken; writes under it must present it. */
export interface Lease {
  name: string;
  holder: string;
  term: number;
}

/** The name of the recorder's lease. */
export const recorderLease = "recorder";

/** The stored lease. `renewalStamp` changes with every renewal. */
export interface LeaseSnapshot extends Lease {
  renewalStamp: number;
}

/** Thrown by a write whose lease has another holder by now; nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The time by the database's clock, in epoch milliseconds. */
export const nowOf = (db: Database) =>
  dialectOf(db) === "sqlite"
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** The stored lease, or undefined when it was never taken. */
export async function readLease(db: Database, name: string): Promise<LeaseSnapshot | undefined> {
  const row = await db.selectFrom("leases").selectAll().where("name", "=", name).executeTakeFirst();
  return row && { name, holder: row.holder, term: row.term, renewalStamp: row.expires_at_ms };
}

/** Takes a lease that does not exist, has expired by the database's clock, or is unchanged since `dead` was read. One
 *  statement, so that exactly one of several replicas succeeds; the others get undefined. */
export async function takeLease(
  db: Database,
  wanted: { name: string; holder: string; dead?: LeaseSnapshot | undefined },
): Promise<Lease | undefined> {
  const { name, holder, dead } = wanted;
  const now = nowOf(db);
  const { rows } = await sql<{ term: number }>`
    insert into leases (name, holder, term, expires_at_ms)
    values (${name}, ${holder}, 1, ${now} + ${paces.lease.ttlMs})
    on conflict (name) do update
    set holder = excluded.holder, term = leases.term + 1, expires_at_ms = excluded.expires_at_ms
    where leases.expires_at_ms <= ${now}
      or (leases.term = ${dead?.term ?? -1} and leases.expires_at_ms = ${dead?.renewalStamp ?? -1})
    returning term`.execute(db);
  const term = rows[0]?.term;
  return term === undefined ? undefined : { name, holder, term };
}

/** Expiry of a lease that was released: it cannot be renewed, as a write under way at a shutdown would do. */
const releasedMs = 0;

/** The term of the lease while it has a holder by the database's clock, else undefined. For display only, never for
 *  decisions. */
export async function termOfHolder(db: Database, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ term: number }>`
    select term from leases where name = ${name} and expires_at_ms > ${nowOf(db)}`.execute(db);
  return rows[0]?.term;
}

/** Whether the lease has a holder by the database's clock. For display only, never for decisions. */
export const isLeaseAlive = async (db: Database, name: string): Promise<boolean> =>
  (await termOfHolder(db, name)) !== undefined;

/** Expires the lease, so that another replica may take it at once. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await db
    .updateTable("leases")
    .set({ expires_at_ms: releasedMs })
    .where("name", "=", lease.name)
    .where("holder", "=", lease.holder)
    .where("term", "=", lease.term)
    .execute();
}

/** Runs `work` in one transaction with the renewal of the lease; a replica that takes the lease meanwhile waits for its
 *  end. Throws LeaseLost, and writes nothing, when the lease has another holder. */
export function withLease<T>(db: Database, lease: Lease, work: (trx: Database) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    // Locks the row until the end of the transaction.
    const { numAffectedRows } = await sql`
      update leases set expires_at_ms = ${nowOf(trx)} + ${paces.lease.ttlMs}
      where name = ${lease.name} and holder = ${lease.holder} and term = ${lease.term}
        and expires_at_ms > ${releasedMs}`.execute(trx);
    if (numAffectedRows !== 1n) throw new LeaseLost(`The lease ${lease.name} has another holder.`);
    return await work(trx);
  });
}

/** Runs transactions under a lease; calls `onLost` when another replica holds it, and rejects. */
export const leaseWriter =
  (db: Database, lease: Lease, onLost: () => void) =>
  async <T>(work: (trx: Database) => Promise<T>): Promise<T> => {
    try {
      return await withLease(db, lease, work);
    } catch (error) {
      if (error instanceof LeaseLost) onLost();
      throw error;
    }
  };
