// Counters of failed sign-ins per account and per address, stored across restarts and bounded in number.
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import type { Tables } from "../db/tables.ts";
import { upsert } from "../db/upsert.ts";

export type Attempts = Omit<Tables["login_attempts"], "subject">;

const maxSubjects = 10_000;

/** Runs `work` in a transaction in which no other replica reads or writes the counters. */
export function withAttemptsLock<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "login_attempts");
    return await work(trx);
  });
}

export const readAttempts = (db: Database, subject: string): Promise<Attempts | undefined> =>
  db
    .selectFrom("login_attempts")
    .select(["failures", "first_at_ms", "locked_until_ms", "locks"])
    .where("subject", "=", subject)
    .executeTakeFirst();

/** Stores the state of a subject; above the bound the oldest unlocked ones are deleted. */
export async function writeAttempts(
  db: Database,
  subject: string,
  attempts: Attempts,
  nowMs: number,
): Promise<void> {
  await upsert(db, "login_attempts", [{ subject, ...attempts }]);
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
