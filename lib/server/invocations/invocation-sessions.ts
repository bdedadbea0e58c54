// The browser sessions of recorded invocations.
import { sql } from "kysely";
import type { SessionOrigin } from "../../bff/session-origin.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { isFailure } from "../db/is-failure.ts";
import { isOpen } from "../db/is-open.ts";
import { insertNew } from "../db/upsert.ts";
import type { InvocationRow } from "./invocation-rows.ts";

/** Stores an invocation's sessions; existing rows keep the time of their first observation. */
export async function addInvocationSessions(
  trx: Database,
  invocationId: string,
  sessionIds: readonly string[],
  atMs: number,
): Promise<void> {
  const rows = sessionIds.map((id) => ({ invocation_id: invocationId, session_id: id, at_ms: atMs }));
  await insertNew(trx, "invocation_sessions", rows);
  await trx.updateTable("invocations").set({ sessions_at_ms: atMs }).where("id", "=", invocationId).execute();
}

/** The recorded sessions by invocation. */
export async function sessionsOfInvocations(
  db: Database,
  invocationIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await inBatches(invocationIds, (part) =>
    db
      .selectFrom("invocation_sessions")
      .select(["invocation_id", "session_id"])
      .where("invocation_id", "in", part)
      .orderBy("at_ms")
      .orderBy("session_id")
      .execute(),
  );
  const groups = Map.groupBy(rows, (row) => row.invocation_id);
  return new Map([...groups].map(([id, group]) => [id, group.map((row) => row.session_id)]));
}

/** The recorded sessions of one invocation and when each was first observed (epoch ms), oldest first; at most 100. */
export const recordedBrowsersOf = (db: Database, invocationId: string) =>
  db
    .selectFrom("invocation_sessions")
    .select(["session_id", "at_ms as seen_ms"])
    .where("invocation_id", "=", invocationId)
    .orderBy("at_ms")
    .orderBy("session_id")
    .limit(100)
    .execute();

/** Ids of the recorded invocations by session, in the order of their first observation. */
export async function invocationsBySession(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await inBatches(sessionIds, (part) =>
    db
      .selectFrom("invocation_sessions")
      .select(["session_id", "invocation_id"])
      .where("session_id", "in", part)
      .orderBy("at_ms")
      .orderBy("invocation_id")
      .execute(),
  );
  const groups = Map.groupBy(rows, (row) => row.session_id);
  return new Map([...groups].map(([id, group]) => [id, group.map((row) => row.invocation_id)]));
}

const withInvocations = (db: Database) =>
  db
    .selectFrom("invocation_sessions")
    .innerJoin("invocations", "invocations.id", "invocation_sessions.invocation_id");

/** The place of an invocation among those of a session, that with which it was seen last first. One that started earlier
 *  may have acquired the browser later. */
const placeOfUse = sql<number>`row_number() over (partition by session_id order by invocation_sessions.at_ms desc, started_at_ms desc, invocations.id desc)`;

/** The invocation with which each session was seen last, by session id. */
export async function lastSeenInvocations(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<SessionOrigin["invocation"]>>> {
  const rows = await inBatches(sessionIds, (part) => {
    const ranked = withInvocations(db)
      .select(["invocations.id", "app_name", "action_name", "version", "status", "session_id"])
      .select(["invocation_sessions.at_ms as seen_ms", placeOfUse.as("place")])
      .where("session_id", "in", part);
    return db.selectFrom(ranked.as("ranked")).selectAll().where("place", "=", 1).execute();
  });
  return new Map(rows.map(({ session_id: sessionId, place: _, ...invocation }) => [sessionId, invocation]));
}

export type LastInvocation = Pick<
  InvocationRow,
  "id" | "app_name" | "action_name" | "version" | "status" | "open" | "started_at_ms" | "finished_at_ms"
>;

/** The same with the columns of `LastInvocation`. */
export async function lastInvocationsOf(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, LastInvocation>> {
  const rows = await inBatches(sessionIds, (part) => {
    // A reused browser may have thousands of invocations, so the database selects.
    const ranked = withInvocations(db)
      .select(["invocations.id", "app_name", "action_name", "version", "status", "open"])
      .select(["started_at_ms", "finished_at_ms", "session_id", placeOfUse.as("place")])
      .where("session_id", "in", part);
    return db.selectFrom(ranked.as("ranked")).selectAll().where("place", "=", 1).execute();
  });
  return new Map(rows.map(({ session_id: sessionId, place: _, ...invocation }) => [sessionId, invocation]));
}

/** Running invocations, those whose sessions were read longest ago first. */
export const runningBySessionReading = (db: Database, limit: number) =>
  db
    .selectFrom("invocations")
    .select(["id", "started_at_ms", "sessions_at_ms"])
    .where(isOpen)
    .where("status", "=", "running")
    .orderBy("sessions_at_ms")
    .limit(limit)
    .execute();

/** A running invocation and one of its sessions. */
export interface InvocationBehind {
  id: string;
  app_name: string | null;
  action_name: string | null;
  version: string | null;
  started_at_ms: number | null;
  session_id: string;
}

/** Recorded invocations with any of these sessions that were running when last read. */
export async function openInvocationsBehind(
  db: Database,
  sessionIds: readonly string[],
): Promise<InvocationBehind[]> {
  return await inBatches(sessionIds, (part) =>
    withInvocations(db)
      .select(["invocations.id", "app_name", "action_name", "version", "started_at_ms", "session_id"])
      .where(isOpen)
      .where("invocations.status", "=", "running")
      .where("session_id", "in", part)
      .orderBy("started_at_ms", "desc")
      .orderBy("invocations.id")
      .execute(),
  );
}

/** Those of the sessions that were seen with an invocation that is open or failed. */
export async function sessionsOfOpenOrFailed(db: Database, sessionIds: readonly string[]): Promise<string[]> {
  const rows = await inBatches(sessionIds, (part) =>
    withInvocations(db)
      .select("session_id")
      .distinct()
      .where("session_id", "in", part)
      .where((each) => each.or([isOpen, isFailure]))
      .execute(),
  );
  return rows.map((row) => row.session_id);
}
