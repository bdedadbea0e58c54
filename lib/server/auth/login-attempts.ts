// Counters of failed sign-ins, stored across restarts and bounded in number. Invented names have a bound
// of their own, so that they displace no counter of an account that exists.
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import type { Tables } from "../db/tables.ts";
import { upsert } from "../db/upsert.ts";

export type Attempts = Omit<Tables["login_attempts"], "subject">;

/** The most rows, by `known`. */
export const maxAttempts = [5_000, 20_000] as const;

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
    .select(["failures", "first_at_ms", "locked_until_ms", "locks", "known"])
    .where("subject", "=", subject)
    .executeTakeFirst();

/** Stores the state of a subject; above the bound the oldest ones of its kind are deleted, locked ones last. */
export async function writeAttempts(
  db: Database,
  subject: string,
  attempts: Attempts,
  nowMs: number,
): Promise<void> {
  await upsert(db, "login_attempts", [{ subject, ...attempts }]);
  const alike = db.selectFrom("login_attempts").where("known", "=", attempts.known);
  const most = maxAttempts[attempts.known === 1 ? 1 : 0];
  if ((await countRows(alike.select(rowCount))) <= most) return;
  const oldest = alike
    .select("subject")
    .where("subject", "<>", subject)
    .orderBy((each) => each.case().when("locked_until_ms", ">", nowMs).then(1).else(0).end())
    .orderBy("first_at_ms")
    .limit(most / 10);
  await db.deleteFrom("login_attempts").where("subject", "in", oldest).execute();
}

export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom("login_attempts").where("subject", "=", subject).execute();
}
