// Reads which invocations are new.
import type { Database } from "../db/database.ts";

/** Ids of the invocations that are open or started since `sinceMs` (epoch ms), last started first. */
export async function recentInvocations(db: Database, sinceMs: number, limit: number): Promise<string[]> {
  const started = db
    .selectFrom("invocations")
    .select(["id", "started_at_ms"])
    .where("started_at_ms", ">=", sinceMs)
    .orderBy("started_at_ms", "desc")
    .limit(limit);
  const open = db
    .selectFrom("invocations")
    .select(["id", "started_at_ms"])
    .where("open", "=", 1)
    .orderBy("checked_at_ms", "desc")
    .limit(limit);
  const rows = [...(await started.execute()), ...(await open.execute())];
  rows.sort((one, other) => other.started_at_ms - one.started_at_ms);
  return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
}
