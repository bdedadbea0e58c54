// Reads stored logs; any replica can.
import { sql } from "kysely";
import type { Topic } from "../../bff/live.ts";
import {
  type StoredLinesQuery,
  type StoredLog,
  type StoredLogLines,
  type StoredLogsQuery,
  storedLogLimits,
} from "../../bff/stored-logs.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { noSuch } from "../kernel/problem.ts";
import { numberedEntries, type StoredEntry } from "./chunk-format.ts";
import { newestLineMs, type StoredLogRow } from "./stored-log.ts";
import { chunkBeforeLine, nextChunk } from "./stored-log-chunks.ts";

const storedLogOf = (row: StoredLogRow): StoredLog => ({
  id: row.id,
  topic: row.topic,
  session_id: row.session_id,
  invocation_id: row.invocation_id,
  lines: row.next_line - row.first_line,
  first_line: row.first_line,
  first_ms: row.first_ms,
  last_ms: newestLineMs(row),
  ended_at_ms: row.ended_at_ms,
  end_reason: row.end_reason,
  text_bytes: row.text_bytes,
});

/** The row of a stored log. Throws a Problem 404 for an unknown one. */
export async function storedLogRow(db: Database, logId: number): Promise<StoredLogRow> {
  const row = await db
    .selectFrom("stored_logs")
    .selectAll()
    .where("id", "=", logId)
    .where("deleted_at_ms", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw noSuch("stored log");
  return row;
}

/** The id of the session or invocation whose log it is; the log's own id for an unknown one. */
export async function subjectOfStoredLog(db: Database, logId: number): Promise<string> {
  const row = await db
    .selectFrom("stored_logs")
    .select(["session_id", "invocation_id"])
    .where("id", "=", logId)
    .executeTakeFirst();
  return row?.session_id ?? row?.invocation_id ?? String(logId);
}

/** The stored logs of a session, of an invocation or of a topic, oldest first. */
export async function listStoredLogs(db: Database, of: StoredLogsQuery): Promise<StoredLog[]> {
  let query = db.selectFrom("stored_logs").selectAll().where("deleted_at_ms", "is", null);
  for (const column of ["session_id", "invocation_id", "topic"] as const) {
    const value = of[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  const rows = await query.orderBy("created_at_ms").orderBy("id").limit(storedLogLimits.logs).execute();
  return rows.map(storedLogOf);
}

/** The rows of a session's logs, and of those of these invocations, deleted ones included, oldest first. */
export async function storedLogsOfSession(
  db: Database,
  sessionId: string,
  invocationIds: readonly string[],
): Promise<StoredLogRow[]> {
  const rows = db.selectFrom("stored_logs").selectAll().orderBy("created_at_ms").orderBy("id");
  return [
    ...(await rows.where("session_id", "=", sessionId).execute()),
    ...(await inBatches(invocationIds, (part) => rows.where("invocation_id", "in", part).execute())),
  ];
}

/** The stored logs of topics, also those that were deleted. */
export const storedLogsOf = (db: Database, topics: readonly Topic[]): Promise<StoredLogRow[]> =>
  inBatches(topics, (part) => db.selectFrom("stored_logs").selectAll().where("topic", "in", part).execute());

/** The newest logs that have not ended. */
export const unendedStoredLogs = (db: Database, limit: number): Promise<StoredLogRow[]> =>
  db
    .selectFrom("stored_logs")
    .selectAll()
    .where("ended_at_ms", "is", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The number of a log's last chunk; 0 without one. */
export async function lastChunkOf(db: Database, logId: number): Promise<number> {
  const { last } = await db
    .selectFrom("stored_log_chunks")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("log_id", "=", logId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** The newest entries of a log, at least `lines` lines if it has so many, oldest first. */
export async function newestEntries(db: Database, logId: number, lines: number): Promise<StoredEntry[]> {
  const chunks = db
    .selectFrom("stored_log_chunks")
    .select(["first_line", "lines", "data", "number"])
    .where("log_id", "=", logId)
    .orderBy("number", "desc");
  const newest: StoredEntry[][] = [];
  let count = 0;
  for (let at = 0; count < lines; at += 1) {
    const chunk = await chunks.limit(1).offset(at).executeTakeFirst();
    if (chunk === undefined) break;
    newest.unshift(numberedEntries(chunk));
    count += chunk.lines;
  }
  return newest.flat();
}

/**
 * The entries of a log from a line on: at most `limit` lines and about `storedLogLimits.bytes` of text, with the gaps
 * before them, and at the end of the log those after them. Throws a Problem 404 for an unknown log.
 */
export async function readStoredLines(
  db: Database,
  logId: number,
  { from_line: fromLine = 1, limit = storedLogLimits.entries }: StoredLinesQuery,
): Promise<StoredLogLines> {
  const row = await storedLogRow(db, logId);
  const from = Math.max(fromLine, row.first_line);
  const entries: StoredLogLines["entries"] = [];
  let lines = 0;
  let textBytes = 0;
  let after = await chunkBeforeLine(db, logId, from);
  // After the last line come at most gaps.
  const isAtEnd = () => from + lines >= row.next_line;
  while ((lines < limit && textBytes < storedLogLimits.bytes) || isAtEnd()) {
    const chunk = await nextChunk(db, logId, after);
    if (chunk === undefined) break;
    after = chunk.number;
    textBytes += chunk.text_bytes;
    for (const entry of numberedEntries(chunk)) {
      if (entry.line < from) continue;
      entries.push(entry);
      if (entry.kind === "line") lines += 1;
    }
  }
  const nextLine = from + Math.min(lines, limit);
  const isEnd = nextLine >= row.next_line;
  return {
    log: storedLogOf(row),
    // A gap before the next line is part of the next answer.
    entries: isEnd ? entries : entries.filter(({ line }) => line < nextLine),
    next_line: isEnd ? null : nextLine,
  };
}

/** How much is stored. `oldest_ms`: the oldest line's time. */
export async function storedLogTotals(db: Database): Promise<{
  logs: number;
  lines: number;
  text_bytes: number;
  stored_bytes: number;
  oldest_ms: number | null;
}> {
  const total = await db
    .selectFrom("stored_logs")
    .where("deleted_at_ms", "is", null)
    .select(({ fn, eb }) => [
      fn.countAll().as("logs"),
      fn.sum(eb("next_line", "-", eb.ref("first_line"))).as("lines"),
      fn.sum("text_bytes").as("text_bytes"),
      fn.sum("stored_bytes").as("stored_bytes"),
      fn.min("first_ms").as("oldest_ms"),
    ])
    .executeTakeFirst();
  const number = (value: unknown) => Number(value ?? 0);
  return {
    logs: number(total?.logs),
    lines: number(total?.lines),
    text_bytes: number(total?.text_bytes),
    stored_bytes: number(total?.stored_bytes),
    oldest_ms: total?.oldest_ms ?? null,
  };
}

/** Logs of sessions that ended within the range and began to be stored at `createdMs` or later, oldest end first. */
export const endedSessionLogs = (
  db: Database,
  { fromMs, toMs, createdMs, limit }: { fromMs: number; toMs: number; createdMs: number; limit: number },
): Promise<Pick<StoredLogRow, "id" | "topic" | "session_id" | "ended_at_ms">[]> =>
  db
    .selectFrom("stored_logs")
    .select(["id", "topic", "session_id", "ended_at_ms"])
    .where("session_id", "is not", null)
    .where("deleted_at_ms", "is", null)
    .where("ended_at_ms", ">=", fromMs)
    .where("ended_at_ms", "<", toMs)
    .where("created_at_ms", ">=", createdMs)
    .orderBy("ended_at_ms")
    .limit(limit)
    .execute();

/** How many of the newest logs an average is of. */
const averagedLogs = 5_000;

/** Compressed bytes of an ended log on average, of browsers, of their telemetry and of invocations; null without one. */
export async function averageStoredBytes(
  db: Database,
): Promise<Record<"browser" | "telemetry" | "invocation", number | null>> {
  const newest = db
    .selectFrom("stored_logs")
    .select(["topic", "invocation_id", "ended_at_ms", "deleted_at_ms", "stored_bytes"])
    .orderBy("id", "desc")
    .limit(averagedLogs);
  const kind = sql<string>`case when invocation_id is not null then 'invocation'
    when topic like 'telemetry:%' then 'telemetry' else 'browser' end`;
  const rows = await db
    .selectFrom(newest.as("newest"))
    .select(kind.as("kind"))
    .select(({ fn }) => fn.avg<number | string>("stored_bytes").as("bytes"))
    .where("ended_at_ms", "is not", null)
    .where("deleted_at_ms", "is", null)
    .groupBy(kind)
    .execute();
  const bytes = new Map(rows.map((row) => [row.kind, Math.round(Number(row.bytes))]));
  const of = (name: string) => bytes.get(name) ?? null;
  return { browser: of("browser"), telemetry: of("telemetry"), invocation: of("invocation") };
}
