import type { Database } from "../db/database.ts";

/**
 * The logs of invocations that ended since `sinceMs` (epoch ms), last ended first. `overMs`: when the invocation was over, at
 * the latest.
 */
export async function endedInvocationLogs(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<{ id: number; invocation_id: string; overMs: number }[]> {
  const rows = await db
    .selectFrom("stored_logs")
    .leftJoin("invocations", "invocations.id", "stored_logs.invocation_id")
    .select(["stored_logs.id", "invocation_id", "ended_at_ms", "finished_at_ms"])
    .where("ended_at_ms", ">=", sinceMs)
    .where("deleted_at_ms", "is", null)
    .where("invocation_id", "is not", null)
    .orderBy("ended_at_ms", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, invocation_id, ended_at_ms: endedMs, finished_at_ms: finishedMs }) =>
    invocation_id === null || endedMs === null
      ? []
      : [{ id, invocation_id, overMs: Math.min(endedMs, finishedMs ?? endedMs) }],
  );
}
