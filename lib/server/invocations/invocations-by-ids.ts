// Recorded invocations by their ids.
import type { Database } from "../db/database.ts";

/** Those of the ids that are recorded, with action and status. */
export const invocationsByIds = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom("invocations")
    .select(["id", "app_name", "action_name", "status"])
    .where("id", "in", ids)
    .execute();
