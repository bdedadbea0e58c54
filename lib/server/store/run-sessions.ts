// Which browser sessions were seen with which run.
import type { Database } from "./database.ts";

/** Keeps the sessions of a run; those known already keep the time they were first seen. */
export async function addRunSessions(
  trx: Database,
  runId: string,
  sessionIds: readonly string[],
  atMs: number,
): Promise<void> {
  if (sessionIds.length > 0)
    await trx
      .insertInto("run_sessions")
      .values(sessionIds.map((sessionId) => ({ run_id: runId, session_id: sessionId, at_ms: atMs })))
      .onConflict((conflict) => conflict.columns(["run_id", "session_id"]).doNothing())
      .execute();
  await trx.updateTable("runs").set({ sessions_at_ms: atMs }).where("id", "=", runId).execute();
}

/** The sessions seen with each of the runs. */
export async function sessionsOfRuns(
  db: Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  if (runIds.length === 0) return found;
  const rows = await db
    .selectFrom("run_sessions")
    .select(["run_id", "session_id"])
    .where("run_id", "in", runIds)
    .orderBy("at_ms")
    .orderBy("session_id")
    .execute();
  for (const { run_id: runId, session_id: sessionId } of rows)
    found.set(runId, [...(found.get(runId) ?? []), sessionId]);
  return found;
}
