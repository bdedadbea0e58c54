import type { Database } from "../db/database.ts";

/** Logs that ended since `sinceMs` and whose invocations have no known session, last ended first. */
export async function endedLogsWithoutSession(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<{ id: number; invocation_id: string }[]> {
  const rows = await db
    .selectFrom("stored_logs")
    .select(["id", "invocation_id"])
    .where("ended_at_ms", ">=", sinceMs)
    .where("deleted_at_ms", "is", null)
    .where("invocation_id", "is not", null)
    .where("invocation_id", "not in", (each) =>
      each.selectFrom("invocation_sessions").select("invocation_id"),
    )
    .orderBy("ended_at_ms", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, invocation_id: invocation }) =>
    invocation === null ? [] : [{ id, invocation_id: invocation }],
  );
}
