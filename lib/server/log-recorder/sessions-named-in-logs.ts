// Browsers of invocations that the API did not list in time: it lists only active ones, and an action may use one for less
// than the time between two readings. The log of an invocation may name them as `session <id>`: applications of the local
// service write that line.
import type { Database } from "../db/database.ts";
import { sessionsByIds } from "../inventory/recorded-sessions.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import { invocationsByIds } from "../invocations/invocations-by-ids.ts";
import { endedInvocationLogs } from "../stored-logs/ended-invocation-logs.ts";
import { readStoredLines } from "../stored-logs/stored-log-reads.ts";

/** The most logs that one look finds, the lines that it reads of each, and the ids in them. */
const mostLogs = 200;
const mostLines = 200;
const mostIds = 20;

const naming = /\bsession ([\w-]{8,64})\b/g;

/** Browsers that an invocation has used, and when it was over, at the latest (epoch ms). */
export interface NamedSessions {
  sessions: readonly string[];
  overMs: number;
}

/**
 * The recorded browsers that are named in the logs of invocations without a known one, by invocation; of logs that ended
 * since `sinceMs` (epoch ms), the last ended ones.
 */
export async function sessionsNamedInLogs(
  db: Database,
  sinceMs: number,
): Promise<ReadonlyMap<string, NamedSessions>> {
  const found = new Map<string, NamedSessions>();
  const logs = await endedInvocationLogs(db, sinceMs, mostLogs);
  const invocationIds = logs.map(({ invocation_id: invocation }) => invocation);
  const known = await sessionsOfInvocations(db, invocationIds);
  const recorded = await invocationsByIds(db, invocationIds);
  const finishedMs = new Map(recorded.map(({ id, finished_at_ms }) => [id, finished_at_ms]));
  for (const { id, invocation_id: invocation, ended_at_ms: endedMs } of logs) {
    if (known.has(invocation)) continue;
    const { entries } = await readStoredLines(db, id, { limit: mostLines });
    const text = entries.map((entry) => (entry.kind === "line" ? entry.text : "")).join("\n");
    const ids = new Set([...text.matchAll(naming)].flatMap(([, named]) => named ?? []));
    const sessions = await sessionsByIds(db, [...ids].slice(0, mostIds));
    if (sessions.length > 0)
      found.set(invocation, {
        sessions: sessions.map(({ id: session }) => session),
        overMs: Math.min(endedMs, finishedMs.get(invocation) ?? endedMs),
      });
  }
  return found;
}
