// What the exceptions of the settings refer to, of recorded browsers.
import type { Database } from "../db/database.ts";
import { poolsOfSessions } from "../inventory/session-pools.ts";
import { lastInvocationsOf } from "../invocations/invocation-sessions.ts";
import type { EvidenceSubject } from "./evidence-rule.ts";

/** A name that the API did not give is recorded as an empty one. */
export const appOf = (name: string | null | undefined): string | null =>
  name === undefined || name === "" ? null : name;

/** The application of each session's last invocation, and the pools that it was acquired from, by session id. */
export async function subjectsOfSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, EvidenceSubject>> {
  const invocations = await lastInvocationsOf(db, sessionIds);
  const pools = await poolsOfSessions(db, sessionIds);
  return new Map(
    sessionIds.map((id) => [id, { app: appOf(invocations.get(id)?.app_name), pools: pools.get(id) ?? [] }]),
  );
}
