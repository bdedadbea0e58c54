// Which logs the leader stores, and which it deletes again because the rule does not name them.
import type { LogRule } from "../../bff/evidence.ts";
import { type LogTopic, logTopic } from "../../bff/live.ts";
import type { Database } from "../db/database.ts";
import { livingSessions } from "../inventory/recorded-sessions.ts";
import { pinnedAmong } from "../inventory/resources.ts";
import { sessionsOfOpenOrFailed } from "../invocations/invocation-sessions.ts";
import { recentInvocations } from "../invocations/recent-invocations.ts";
import { endedSessionLogs, storedTopics } from "../stored-logs/stored-log-reads.ts";

/** The most logs of each kind that one look finds. */
const mostFound = 500;
const mostSortedOut = 50;

/** The process whose output is stored of each browser. */
const browserProcess = "chromium";

/**
 * Topics without a stored log: of every invocation that is open or began to be recorded since `sinceMs`, and of every
 * living browser, also under the rule `failed`: whether an invocation fails is known when its browser is gone.
 */
export async function logsToStore(db: Database, sinceMs: number): Promise<LogTopic[]> {
  const invocations = await recentInvocations(db, sinceMs, mostFound);
  const sessions = await livingSessions(db, mostFound);
  const topics: LogTopic[] = [
    ...invocations.map((invocationId) => ({ invocationId })),
    ...sessions.map(({ id: sessionId }) => ({
      sessionId,
      log: { source: "supervisor" as const, process: browserProcess },
    })),
  ];
  const stored = await storedTopics(db, topics.map(logTopic));
  return topics.filter((topic) => !stored.has(logTopic(topic)));
}

/**
 * Ids of stored logs that `rule` does not name, of browsers that ended within the range: under the rule `failed`, of
 * browsers that neither had a failed or open invocation nor are pinned.
 */
export async function logsToDelete(
  db: Database,
  rule: LogRule,
  ended: { fromMs: number; toMs: number },
): Promise<number[]> {
  if (rule !== "failed") return [];
  const logs = await endedSessionLogs(db, { ...ended, limit: mostSortedOut });
  const sessions = [...new Set(logs.flatMap(({ session_id: id }) => id ?? []))];
  const named = new Set([
    ...(await sessionsOfOpenOrFailed(db, sessions)),
    ...(await pinnedAmong(db, "session", sessions)),
  ]);
  return logs.filter(({ session_id: id }) => id !== null && !named.has(id)).map(({ id }) => id);
}
