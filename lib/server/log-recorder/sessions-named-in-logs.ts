// Browsers of invocations that the API did not list in time: it lists only active ones, and an action may use one for less
// than the time between two readings. The log of an invocation may name them as `session <id>`: applications of the local
// service write that line.
import type { Database } from "../db/database.ts";
import { recordedAmong } from "../inventory/recorded-sessions.ts";
import { endedLogsWithoutSession } from "../stored-logs/ended-invocation-logs.ts";
import { readStoredLines } from "../stored-logs/stored-log-reads.ts";

/** The most logs that one look reads, the lines of each, and the ids in them. */
const mostLogs = 50;
const mostLines = 200;
const mostIds = 20;

const naming = /\bsession ([\w-]{8,64})\b/g;

/**
 * The recorded browsers that are named in the logs of invocations without a known one, by invocation; of logs that ended
 * since `sinceMs` (epoch ms), the last ended ones.
 */
export async function sessionsNamedInLogs(
  db: Database,
  sinceMs: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { id, invocation_id: invocation } of await endedLogsWithoutSession(db, sinceMs, mostLogs)) {
    const { entries } = await readStoredLines(db, id, { limit: mostLines });
    const text = entries.map((entry) => (entry.kind === "line" ? entry.text : "")).join("\n");
    const ids = new Set([...text.matchAll(naming)].flatMap(([, named]) => named ?? []));
    const sessions = await recordedAmong(db, [...ids].slice(0, mostIds));
    if (sessions.length > 0) found.set(invocation, sessions);
  }
  return found;
}
