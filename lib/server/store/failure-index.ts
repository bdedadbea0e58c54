// Failed runs in the order of what groups are made of, so that they are counted from the index as it stands: no run is
// read and nothing is sorted.
import { type Kysely, sql } from "kysely";

/** What the index holds. As an expression, so that the index by status is not taken for it. */
export const isFailure = sql<boolean>`status || '' = 'failed'`;

/** One step of the schema. */
export async function failureIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index runs_by_failure on runs
    (reason_key, app_name, action_name, version, started_at_ms, status) where ${isFailure}`.execute(db);
}
