// What is stored of one browser session, as it is exported.
import { type LogSource, parseLogTopic } from "../../bff/live.ts";
import type { Picture } from "../../bff/pictures.ts";
import { isoTime } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { lastPoolsOf } from "../inventory/recorded-sessions.ts";
import { findResource } from "../inventory/resources.ts";
import { invocationsBySession } from "../invocations/invocation-sessions.ts";
import { outcomesOfInvocations } from "../invocations/recent-invocations.ts";
import { Problem } from "../kernel/problem.ts";
import { listPictures } from "../pictures/picture-reads.ts";
import { newestLineMs, type StoredLogRow } from "../stored-logs/stored-log.ts";
import { storedLogsOfSession } from "../stored-logs/stored-log-reads.ts";
import { archivePaths } from "./archive-paths.ts";
import { LogReport } from "./log-file.ts";

/** A stored log, its file in the archive, and what was read of it. */
export interface ExportedLog {
  readonly row: StoredLogRow;
  readonly path: string;
  readonly isTelemetry: boolean;
  readonly report: LogReport;
}

/** A stored picture and its file in the archive. */
export interface ExportedPicture {
  readonly picture: Picture;
  readonly path: string;
  /** It was deleted before it was read: its file is empty. */
  isDeleted: boolean;
}

/** What is recorded of a session, as `session.json` states it, without its logs. Times are RFC 3339. */
type SessionRecord = Awaited<ReturnType<typeof readRecord>>;

export interface SessionEvidence {
  readonly record: SessionRecord;
  readonly logs: readonly ExportedLog[];
  readonly pictures: readonly ExportedPicture[];
  readonly deletedLogs: readonly StoredLogRow[];
}

/** Reads what is stored of a session, without lines and pictures' bytes. Throws a Problem 404 where that is nothing. */
export async function readSessionEvidence(db: Database, sessionId: string): Promise<SessionEvidence> {
  const invocationIds = (await invocationsBySession(db, [sessionId])).get(sessionId) ?? [];
  const rows = await storedLogsOfSession(db, sessionId, invocationIds);
  const stored = rows.filter(({ deleted_at_ms: deletedAtMs }) => deletedAtMs === null);
  const pictures = await listPictures(db, sessionId, { limit: Number.MAX_SAFE_INTEGER });
  if (stored.length === 0 && pictures.length === 0)
    throw new Problem(404, "not_found", "Nothing is stored of this browser.");
  const pathOf = archivePaths();
  return {
    record: await readRecord(db, sessionId, invocationIds),
    logs: stored.map((row) => exportedLog(row, pathOf)),
    pictures: pictures.map((picture) => ({
      picture,
      // File systems do not all allow colons.
      path: pathOf("pictures", isoTime(picture.at_ms).replaceAll(":", "-"), "png"),
      isDeleted: false,
    })),
    deletedLogs: rows.filter(({ deleted_at_ms: deletedAtMs }) => deletedAtMs !== null),
  };
}

const time = (atMs: number | null | undefined) => (typeof atMs === "number" ? isoTime(atMs) : null);

async function readRecord(db: Database, sessionId: string, invocationIds: readonly string[]) {
  const [session, pool, invocations] = await Promise.all([
    findResource(db, "session", sessionId),
    lastPoolsOf(db, [sessionId]).then((pools) => pools.get(sessionId) ?? null),
    outcomesOfInvocations(db, invocationIds),
  ]);
  const { proxy_id: proxyId = null, profile = null, ...details } = session?.details ?? {};
  return {
    session_id: sessionId,
    first_seen_at: time(session?.first_seen_ms),
    last_seen_at: time(session?.last_seen_ms),
    ended_at: time(session?.ended_at_ms),
    details,
    pool: pool && { id: pool.id, name: pool.name },
    proxy_id: proxyId,
    profile,
    invocations: invocations.map(
      ({ started_at_ms: startedMs, finished_at_ms: finishedMs, ...invocation }) => ({
        ...invocation,
        started_at: time(startedMs),
        finished_at: time(finishedMs),
      }),
    ),
  };
}

function exportedLog(row: StoredLogRow, pathOf: ReturnType<typeof archivePaths>): ExportedLog {
  const parts = parseLogTopic(row.topic);
  const report = new LogReport();
  if (parts !== undefined && "sessionId" in parts) {
    if (parts.log.source === "telemetry") return { row, path: "telemetry.ndjson", isTelemetry: true, report };
    return { row, path: pathOf("logs", nameOf(parts.log), "log"), isTelemetry: false, report };
  }
  const name = parts?.invocationId ?? row.topic;
  return { row, path: pathOf("invocations", name, "log"), isTelemetry: false, report };
}

const nameOf = (log: Exclude<LogSource, { source: "telemetry" }>) =>
  log.source === "supervisor" ? log.process : log.path.replace(/^\/+/, "").replace(/\.log$/, "");

/**
 * `session.json`: the record of the session, of each log what its file has and lacks, and of each picture when it was
 * taken.
 */
export function sessionFile({ record, logs, pictures, deletedLogs }: SessionEvidence, atMs: number): string {
  const file = {
    exported_at: isoTime(atMs),
    ...record,
    logs: logs.map(({ row, path, isTelemetry, report }) => ({
      file: path,
      topic: row.topic,
      session_id: row.session_id,
      invocation_id: row.invocation_id,
      first_line: row.first_line,
      last_line: row.next_line - 1,
      lines: report.lines,
      first_line_at: time(row.first_ms),
      last_line_at: time(newestLineMs(row)),
      ended_at: time(row.ended_at_ms),
      end_reason: row.end_reason,
      gaps: report.gaps,
      missing_lines: report.missing,
      listed_gaps: report.listedGaps,
      deleted_lines: report.deleted,
      ...(isTelemetry ? { unreadable_lines: report.unreadable } : {}),
    })),
    pictures: pictures.map(({ picture, path, isDeleted }) => ({
      file: path,
      at: isoTime(picture.at_ms),
      reason: picture.reason,
      url: picture.url,
      width: picture.width,
      height: picture.height,
      deleted: isDeleted,
    })),
    deleted_logs: deletedLogs.map((row) => ({
      topic: row.topic,
      session_id: row.session_id,
      invocation_id: row.invocation_id,
      lines: row.next_line - 1,
      deleted_at: time(row.deleted_at_ms),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
