import { sql } from "kysely";
import { type Database, dialectOf } from "./database.ts";

/** Keys of the advisory locks; what is locked for a moment, such as login attempts and views, shares one. */
const keys = {
  audit: 720_441,
  login_attempts: 720_442,
  views: 720_442,
  settings: 720_442,
  alert_rules: 720_443,
  accounts: 720_444,
} as const;

/** Makes replicas on a shared database wait for each other until the end of `trx`, a transaction of `db`. */
export async function lockReplicas(db: Database, trx: Database, name: keyof typeof keys): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`select pg_advisory_xact_lock(${keys[name]})`.execute(trx);
}
