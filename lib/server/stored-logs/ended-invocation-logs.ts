import type { Database } from "../db/database.ts";

/** The logs of invocations that ended since `sinceMs` (epoch ms), last ended first. */
export async function endedInvocationLogs(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<{ id: number; invocation_id: string; ended_at_ms: number }[]> {
  const rows = await db
    .selectFrom("stored_logs")
    .select(["id", "invocation_id", "ended_at_ms"])
    .where("ended_at_ms", ">=", sinceMs)
    .where("deleted_at_ms", "is", null)
    .where("invocation_id", "is not", null)
    .orderBy("ended_at_ms", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, invocation_id, ended_at_ms }) =>
    invocation_id === null || ended_at_ms === null ? [] : [{ id, invocation_id, ended_at_ms }],
  );
}
