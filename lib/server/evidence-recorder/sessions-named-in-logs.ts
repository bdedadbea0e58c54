// Browsers of invocations that the API did not list in time: it lists only active ones, and an action may use one for less
// than the time between two readings. The log of an invocation may name them as `session <id>`: applications of the local
// service write that line.
import type { Database } from "../db/database.ts";
import { sessionsByIds } from "../inventory/recorded-sessions.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import { invocationsByIds } from "../invocations/invocations-by-ids.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { endedInvocationLogs } from "../stored-logs/ended-invocation-logs.ts";
import { readStoredLines } from "../stored-logs/stored-log-reads.ts";

/** The most logs that one look finds, the lines that it reads of each, and the ids in them. */
const mostLogs = 200;
const mostLines = 200;
const mostIds = 20;

const naming = /\bsession ([\w-]{8,64})\b/g;

/** Browsers that an invocation has used, with the time at which it named each last, none after its end (epoch ms). */
export type NamedSessions = ReadonlyMap<string, number>;

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
    const overMs = Math.min(endedMs, finishedMs.get(invocation) ?? endedMs);
    const named = new Map(
      entries.flatMap((entry) => {
        if (entry.kind !== "line") return [];
        const atMs = Math.min(epochMs(entry.at) ?? overMs, overMs);
        return [...entry.text.matchAll(naming)].map(([, name = ""]) => [name, atMs] as const);
      }),
    );
    const sessions = await sessionsByIds(db, [...named.keys()].slice(0, mostIds));
    if (sessions.length > 0)
      found.set(
        invocation,
        new Map(sessions.map(({ id: session }) => [session, named.get(session) ?? overMs])),
      );
  }
  return found;
}
