// Failed sign-ins per account and per address, kept across restarts and bounded in number.
import { sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

export interface Attempts {
  failures: number;
  firstAtMs: number;
  lockedUntilMs: number;
  locks: number;
}

const maxSubjects = 10_000;

/** Reads and writes counters in one step: no other replica counts meanwhile. */
export function countInTurn<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  const shared = dialectOf(db) === "postgres";
  return db.transaction().execute(async (trx) => {
    if (shared) await sql`select pg_advisory_xact_lock(720442)`.execute(trx);
    return await work(trx);
  });
}

export async function readAttempts(db: Database, subject: string): Promise<Attempts | undefined> {
  const row = await db
    .selectFrom("login_attempts")
    .selectAll()
    .where("subject", "=", subject)
    .executeTakeFirst();
  return (
    row && {
      failures: row.failures,
      firstAtMs: row.first_at_ms,
      lockedUntilMs: row.locked_until_ms,
      locks: row.locks,
    }
  );
}

/** Stores the newest state of a subject; above the bound the oldest unlocked ones are forgotten. */
export async function writeAttempts(
  db: Database,
  subject: string,
  attempts: Attempts,
  nowMs: number,
): Promise<void> {
  const values = {
    failures: attempts.failures,
    first_at_ms: attempts.firstAtMs,
    locked_until_ms: attempts.lockedUntilMs,
    locks: attempts.locks,
  };
  await db
    .insertInto("login_attempts")
    .values({ subject, ...values })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet(values))
    .execute();
  const { count } = await db
    .selectFrom("login_attempts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) <= maxSubjects) return;
  const oldest = db
    .selectFrom("login_attempts")
    .select("subject")
    .where("locked_until_ms", "<", nowMs)
    .orderBy("first_at_ms")
    .limit(maxSubjects / 10);
  await db.deleteFrom("login_attempts").where("subject", "in", oldest).execute();
}

export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom("login_attempts").where("subject", "=", subject).execute();
}
