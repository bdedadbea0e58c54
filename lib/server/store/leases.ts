// Who of the replicas does a task that only one may do. A lease is one row: its holder writes a new time into it every
// few seconds. Nobody's clock alone decides that a holder is dead: the database's own clock may say so, and so may a
// reader that saw the same row unchanged for as long as a lease lasts. A clock that is set forward then costs one
// needless change of hands, a clock that is set back costs nothing. Neither can do harm, because every write of a
// holder asks, inside its own transaction, whether the lease is still its own: `term` grows with each new holder.
import { sql } from "kysely";
import { paces } from "../paces.ts";
import { type Database, dialectOf } from "./database.ts";

/** A lease that was taken: what a write has to show. */
export interface Lease {
  name: string;
  holder: string;
  term: number;
}

/** A lease as it stands. `beat` changes whenever its holder renews it. */
export interface SeenLease extends Lease {
  beat: number;
}

/** Thrown by a write whose lease another one holds by now; nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

const nowOf = (db: Database) =>
  dialectOf(db) === "sqlite"
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** The lease as it stands, or undefined when nobody ever took it. */
export async function seeLease(db: Database, name: string): Promise<SeenLease | undefined> {
  const row = await db.selectFrom("leases").selectAll().where("name", "=", name).executeTakeFirst();
  return row && { name, holder: row.holder, term: row.term, beat: row.expires_at_ms };
}

/**
 * Takes a lease that nobody holds, whose time is over by the database's clock, or that is still as `dead` was. One
 * statement, so that of several takers one succeeds; undefined for the others.
 */
export async function takeLease(
  db: Database,
  wanted: { name: string; holder: string; dead?: SeenLease | undefined },
): Promise<Lease | undefined> {
  const { name, holder, dead } = wanted;
  const now = nowOf(db);
  const { rows } = await sql<{ term: number }>`
    insert into leases (name, holder, term, expires_at_ms)
    values (${name}, ${holder}, 1, ${now} + ${paces.lease.lastsMs})
    on conflict (name) do update
    set holder = excluded.holder, term = leases.term + 1, expires_at_ms = excluded.expires_at_ms
    where leases.expires_at_ms <= ${now}
      or (leases.term = ${dead?.term ?? -1} and leases.expires_at_ms = ${dead?.beat ?? -1})
    returning term`.execute(db);
  const term = rows[0]?.term;
  return term === undefined ? undefined : { name, holder, term };
}

// `now` of the outer store: a transaction knows no dialect of its own.
async function holds(db: Database, now: ReturnType<typeof nowOf>, lease: Lease): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update leases set expires_at_ms = ${now} + ${paces.lease.lastsMs}
    where name = ${lease.name} and holder = ${lease.holder} and term = ${lease.term}`.execute(db);
  return numAffectedRows === 1n;
}

/** Makes a lease last again; false when it is another's. */
export const renewLease = (db: Database, lease: Lease): Promise<boolean> => holds(db, nowOf(db), lease);

/** Whether somebody holds the lease, by the database's clock. For showing, never for deciding. */
export async function leaseLives(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ lives: number }>`
    select 1 as lives from leases where name = ${name} and expires_at_ms > ${nowOf(db)}`.execute(db);
  return rows.length > 0;
}

/** Lets go, so that another may take it at once. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await db
    .updateTable("leases")
    .set({ expires_at_ms: 0 })
    .where("name", "=", lease.name)
    .where("holder", "=", lease.holder)
    .where("term", "=", lease.term)
    .execute();
}

/**
 * Writes under a lease: `work` and the proof that the lease still holds are one transaction, and whoever takes the
 * lease meanwhile waits for its end. Throws LeaseLost, then nothing is written.
 */
export function underLease<T>(db: Database, lease: Lease, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    // The row stays locked until the end.
    if (!(await holds(trx, nowOf(db), lease))) throw new LeaseLost(`The lease ${lease.name} is another's.`);
    return await work(trx);
  });
}
