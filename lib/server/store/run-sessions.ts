// Which browser sessions were seen with which run.
import type { Database } from "./database.ts";
import { inParts } from "./in-parts.ts";

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

/** A running run and one of the sessions it was seen with. */
export interface RunBehind {
  id: string;
  app_name: string | null;
  action_name: string | null;
  version: string | null;
  started_at_ms: number | null;
  session_id: string;
}

/** Recorded runs that are running, as far as is known, and were seen with any of these sessions. */
export async function openRunsBehind(db: Database, sessionIds: readonly string[]): Promise<RunBehind[]> {
  return await inParts(sessionIds, (part) =>
    db
      .selectFrom("run_sessions")
      .innerJoin("runs", "runs.id", "run_sessions.run_id")
      .select(["runs.id", "app_name", "action_name", "version", "started_at_ms", "session_id"])
      .where("runs.open", "=", 1)
      .where("runs.status", "=", "running")
      .where("session_id", "in", part)
      .orderBy("started_at_ms", "desc")
      .orderBy("runs.id")
      .execute(),
  );
}
