// Failed runs by time with all that groups are made of, so that no run is read to count them.
import { type Kysely, sql } from "kysely";

/** One step of the schema. */
export async function failureIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index runs_by_failure on runs
    (started_at_ms, reason_key, app_name, action_name, version) where status = 'failed'`.execute(db);
}
