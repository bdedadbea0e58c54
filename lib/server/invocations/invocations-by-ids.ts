// Recorded invocations by their ids.
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";

/** Those of the ids that are recorded, with action, status and end. */
export const invocationsByIds = (db: Database, ids: readonly string[]) =>
  inBatches(ids, (part) =>
    db
      .selectFrom("invocations")
      .select(["id", "app_name", "action_name", "status", "finished_at_ms"])
      .where("id", "in", part)
      .execute(),
  );
