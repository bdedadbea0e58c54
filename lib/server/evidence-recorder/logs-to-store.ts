// Which logs the leader stores, which it no longer follows, and which it deletes again because no rule names them. A
// log of an invocation belongs to its application; one of a browser to that of its last invocation and to its pool.
import { type EvidenceKind, type EvidenceSettings, isOff } from "../../bff/evidence.ts";
import { isTelemetryTopic, type LogTopic, logTopic, type Topic } from "../../bff/live.ts";
import type { Database } from "../db/database.ts";
import { ruleOf } from "../evidence/evidence-rule.ts";
import { appOf } from "../evidence/evidence-subjects.ts";
import { sessionsStillToStore, sessionsToDelete, sessionsToStore } from "../evidence/sessions-to-store.ts";
import {
  justEndedSessions,
  type LivingSession,
  livingSessions,
  sessionsByIds,
} from "../inventory/recorded-sessions.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import {
  namesOfInvocations,
  outcomesOfInvocations,
  recentInvocations,
} from "../invocations/recent-invocations.ts";
import type { StoredLogRow } from "../stored-logs/stored-log.ts";
import { endedSessionLogs, storedLogsOf } from "../stored-logs/stored-log-reads.ts";
import type { FoundEnded } from "./ended-sessions-progress.ts";

/** The most logs of each kind that one look finds. */
const mostFound = 500;
const mostReviewed = 500;

/** The process whose output is stored of each browser. */
const browserProcess = "chromium";

/** The kind of evidence that a stored log is. */
const kindOf = (topic: Topic): EvidenceKind => (isTelemetryTopic(topic) ? "network" : "logs");

/** Those of the invocations whose log a rule names: of all but of applications with the rule `off`. */
async function invocationsToStore(
  db: Database,
  settings: EvidenceSettings,
  ids: readonly string[],
): Promise<string[]> {
  if (isOff(settings, "logs")) return [];
  const names = await namesOfInvocations(db, ids);
  return ids.filter(
    (id) => ruleOf(settings, "logs", { app: appOf(names.get(id)?.app_name), pools: [] }) !== "off",
  );
}

/** Logs that are to be stored. */
export interface LogsToStore {
  /** Without a stored log. */
  readonly topics: readonly LogTopic[];
  /** Stored logs that had ended, of browsers that were used again later: those of pools. */
  readonly reopened: readonly StoredLogRow[];
}

/**
 * What is to be stored: of every invocation that is open or began to be recorded since `since.invocationsMs`, and of every
 * living browser, unless the rule is `off`; also under the rule `failed`: whether an invocation fails is known when its
 * browser is gone. The telemetry also of browsers that ended since `since.endedMs`, and of those of such an invocation,
 * perhaps between two looks: the API still has it. All in epoch ms.
 */
export async function logsToStore(
  db: Database,
  settings: EvidenceSettings,
  since: { nowMs: number; invocationsMs: number; endedMs: number },
): Promise<LogsToStore> {
  const recent = await recentInvocations(db, since.invocationsMs, mostFound);
  const invocations = await invocationsToStore(db, settings, recent);
  const living = await livingSessions(db, mostFound);
  const sessions = await sessionsToStore(db, settings, "logs", living);
  const ended = await justEndedSessions(db, since.endedMs, mostFound);
  const uses = isOff(settings, "network") ? new Map<string, number>() : await usesBy(db, recent, since.nowMs);
  const used = await sessionsByIds(db, [...uses.keys()]);
  const known = new Map([...used, ...ended, ...living].map((session) => [session.id, session]));
  const telemetered = await sessionsToStore(db, settings, "network", [...known.values()]);
  const topics: LogTopic[] = [
    ...invocations.map((invocationId) => ({ invocationId })),
    ...sessions.map((sessionId) => ({
      sessionId,
      log: { source: "supervisor" as const, process: browserProcess },
    })),
    ...telemetered.map((sessionId) => ({ sessionId, log: { source: "telemetry" as const } })),
  ];
  const stored = new Map((await storedLogsOf(db, topics.map(logTopic))).map((row) => [row.topic, row]));
  return {
    topics: topics.filter((topic) => !stored.has(logTopic(topic))),
    reopened: usedAgain([...stored.values()], living, uses),
  };
}

/** The sessions of those of the invocations that had begun by `nowMs`, with the beginning of the last one (epoch ms). */
async function usesBy(
  db: Database,
  invocationIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const sessions = await sessionsOfInvocations(db, invocationIds);
  const uses = new Map<string, number>();
  // In the order in which they began.
  for (const { id, started_at_ms: startedMs } of await outcomesOfInvocations(db, [...sessions.keys()]))
    for (const session of sessions.get(id) ?? []) if (startedMs <= nowMs) uses.set(session, startedMs);
  return uses;
}

/**
 * Those of the logs that ended before their browser was in use last: before it was seen, or before an invocation of it
 * began, which may have used it for too short a time to be seen. Of deleted ones telemetry alone: what it had is gone
 * upstream as well, or is passed over by its time, where a log would be read from its beginning.
 */
function usedAgain(
  rows: readonly StoredLogRow[],
  living: readonly LivingSession[],
  uses: ReadonlyMap<string, number>,
): StoredLogRow[] {
  const usedMs = new Map(uses);
  for (const { id, last_seen_ms: seenMs } of living) usedMs.set(id, Math.max(usedMs.get(id) ?? 0, seenMs));
  return rows.filter(
    ({ session_id: session, topic, ended_at_ms: endedMs, deleted_at_ms: deletedMs }) =>
      session !== null &&
      endedMs !== null &&
      endedMs < (usedMs.get(session) ?? 0) &&
      (deletedMs === null || kindOf(topic) === "network"),
  );
}

/** A stored log and its browser. */
type SessionLog = Pick<StoredLogRow, "id" | "topic" | "session_id">;

/** The logs by kind of evidence, each kind with the sessions of its logs. */
function byKind<Log extends SessionLog>(logs: readonly Log[]) {
  return [...Map.groupBy(logs, ({ topic }) => kindOf(topic))].map(([kind, own]) => ({
    kind,
    logs: own,
    sessions: [...new Set(own.flatMap(({ session_id: id }) => id ?? []))],
  }));
}

/** Ids of those of the followed logs that are not followed any longer, because the rule is `off` now. */
export async function logsToLeave(
  db: Database,
  settings: EvidenceSettings,
  followed: readonly StoredLogRow[],
): Promise<number[]> {
  const invocations = followed.flatMap(({ invocation_id: id }) => id ?? []);
  const wanted = new Set(await invocationsToStore(db, settings, invocations));
  const leave = followed.filter(({ invocation_id: id }) => id !== null && !wanted.has(id));
  for (const { kind, logs, sessions } of byKind(followed.filter(({ session_id: id }) => id !== null))) {
    const named = new Set(await sessionsStillToStore(db, settings, kind, sessions));
    leave.push(...logs.filter(({ session_id: id }) => id !== null && !named.has(id)));
  }
  return leave.map(({ id }) => id);
}

/**
 * Ids of stored logs that no rule names, of browsers whose log ended within the range: under the rule `off`, and under
 * `failed` those of browsers that neither had a failed or open invocation nor are pinned. A log that began before the
 * settings were changed (`changedMs`, epoch ms) stays. `found`: the logs that were looked at.
 */
export async function logsToDelete(
  db: Database,
  settings: EvidenceSettings,
  { changedMs, ...ended }: { fromMs: number; toMs: number; changedMs: number | null },
): Promise<{ ids: number[]; found: FoundEnded }> {
  const logs = await endedSessionLogs(db, { ...ended, createdMs: changedMs ?? 0, limit: mostReviewed });
  const ids: number[] = [];
  for (const { kind, logs: own, sessions } of byKind(logs)) {
    const unnamed = new Set(await sessionsToDelete(db, settings, kind, sessions));
    ids.push(...own.flatMap(({ id, session_id: session }) => (unnamed.has(session ?? "") ? id : [])));
  }
  const lastEndedMs = logs.at(-1)?.ended_at_ms ?? undefined;
  return { ids, found: { count: logs.length, limit: mostReviewed, lastEndedMs } };
}
