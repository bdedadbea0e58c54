// Counters of failed sign-ins per account and per address, stored across restarts and bounded in number.
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";

export interface Attempts {
  failures: number;
  firstAtMs: number;
  lockedUntilMs: number;
  locks: number;
}

const maxSubjects = 10_000;

/** Runs `work` in a transaction in which no other replica reads or writes the counters. */
export function withAttemptsLock<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "login_attempts");
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

/** Stores the state of a subject; above the bound the oldest unlocked ones are deleted. */
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
  if ((await countRows(db.selectFrom("login_attempts").select(rowCount))) <= maxSubjects) return;
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
