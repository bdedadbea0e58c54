// What processes took while somebody watched them. Any replica adds; the same answer twice is one sample.
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Adds a sample; one of the same process and moment stays as it is. Null figures: the upstream told none. */
export async function addProcessSample(db: Database, row: Tables["process_samples"]): Promise<void> {
  await db
    .insertInto("process_samples")
    .values(row)
    .onConflict((conflict) => conflict.columns(["session_id", "process_id", "at_ms"]).doNothing())
    .execute();
}
