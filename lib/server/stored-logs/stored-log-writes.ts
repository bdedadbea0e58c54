// Writes stored logs. Only the leader does, under its lease.
import type { LogTopic } from "../../bff/live.ts";
import type { Database } from "../db/database.ts";
import { rowsPerCall } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Dialect } from "../db/tables.ts";
import { upsert } from "../db/upsert.ts";
import { Problem } from "../kernel/problem.ts";
import { encodedEntries, wordsOfChunk } from "./chunk-format.ts";
import { newStoredLog, type StoredLogRow, type UnsavedLog } from "./stored-log.ts";
import { indexWords } from "./stored-log-index.ts";
import { storedLogRow } from "./stored-log-reads.ts";

/** Adds logs without lines, whose topics have none; returns their rows. */
export async function createStoredLogs(
  trx: Database,
  topics: readonly LogTopic[],
  nowMs: number,
): Promise<StoredLogRow[]> {
  const last = await trx
    .selectFrom("stored_logs")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  const rows = topics.map((topic, at) => newStoredLog(Number(last?.id ?? 0) + 1 + at, topic, nowMs));
  await inBatches(rows, (part) => trx.insertInto("stored_logs").values(part).execute());
  return rows;
}

/** Writes the row and the changed chunks of logs, and the words of complete chunks. */
export async function saveStoredLogs(
  trx: Database,
  dialect: Dialect,
  logs: readonly UnsavedLog[],
): Promise<void> {
  const last = await trx
    .selectFrom("stored_log_chunks")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  let id = Number(last?.id ?? 0);
  for (const { row, chunks } of logs) {
    const { id: logId, ...values } = row;
    await trx.updateTable("stored_logs").set(values).where("id", "=", logId).execute();
    for (const { words, ...chunk } of chunks) {
      id += 1;
      await upsert(trx, "stored_log_chunks", [{ ...chunk, id }], ["id"]);
      if (words !== undefined) await indexWords(trx, dialect, chunk, words);
    }
  }
}

/**
 * Indexes the chunks of logs that were left growing, by an earlier leader or because the log is not followed any longer:
 * the next lines begin a new chunk.
 */
export async function completeChunks(
  trx: Database,
  dialect: Dialect,
  logs: readonly Pick<StoredLogRow, "id" | "topic">[],
): Promise<void> {
  for (const { id, topic } of logs) {
    const growing = await trx
      .selectFrom("stored_log_chunks")
      .select(["log_id", "number", "first_line", "data"])
      .where("log_id", "=", id)
      .where("indexed", "=", 0)
      .execute();
    for (const { data, first_line: firstLine, ...chunk } of growing) {
      const entries = encodedEntries(data, firstLine).map(({ json }) => json);
      await trx
        .updateTable("stored_log_chunks")
        .set({ indexed: 1 })
        .where("log_id", "=", id)
        .where("number", "=", chunk.number)
        .execute();
      await indexWords(trx, dialect, chunk, wordsOfChunk(topic, entries));
    }
  }
}

/** What a trimming has deleted, and the oldest line that is left. */
export interface TrimmedLog {
  lines: number;
  bytes: { text: number; stored: number };
  oldest: { line: number; ms: number | null };
}

/**
 * Deletes the oldest chunks of a log until its text has at most `maxBytes`; the newest chunk stays. Returns what was
 * deleted, or undefined for nothing. The row is left for the caller to write.
 */
export async function trimStoredLog(
  trx: Database,
  row: StoredLogRow,
  maxBytes: number,
): Promise<TrimmedLog | undefined> {
  if (row.text_bytes <= maxBytes) return undefined;
  const chunks = await trx
    .selectFrom("stored_log_chunks")
    .select(["number", "first_line", "lines", "first_ms", "text_bytes"])
    .select(({ fn }) => fn<number>("length", ["data"]).as("stored"))
    .where("log_id", "=", row.id)
    .orderBy("number")
    .execute();
  const trimmed = { lines: 0, bytes: { text: 0, stored: 0 } };
  let oldest = 0;
  while (oldest < chunks.length - 1 && row.text_bytes - trimmed.bytes.text > maxBytes) {
    const chunk = chunks[oldest];
    trimmed.lines += chunk?.lines ?? 0;
    trimmed.bytes.text += chunk?.text_bytes ?? 0;
    trimmed.bytes.stored += Number(chunk?.stored ?? 0);
    oldest += 1;
  }
  const first = chunks[oldest];
  if (oldest === 0 || first === undefined) return undefined;
  await trx
    .deleteFrom("stored_log_chunks")
    .where("log_id", "=", row.id)
    .where("number", "<", first.number)
    .execute();
  return { ...trimmed, oldest: { line: first.first_line, ms: first.first_ms } };
}

/** Why a log has ended whose source may go on. */
export const noLongerStored = "The evidence settings no longer store its lines.";

/** Ends logs that are not followed any longer. */
export async function endStoredLogs(
  trx: Database,
  ids: readonly number[],
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<void> {
  await inBatches(ids, (part) =>
    trx
      .updateTable("stored_logs")
      .set({ ended_at_ms: nowMs, end_reason: reason })
      .where("id", "in", part)
      .execute(),
  );
}

/** Has logs continue that had ended, or were deleted. Returns them as they are now. */
export async function reopenStoredLogs(
  trx: Database,
  rows: readonly StoredLogRow[],
): Promise<StoredLogRow[]> {
  const open = { ended_at_ms: null, end_reason: null, deleted_at_ms: null };
  await inBatches(
    rows.map(({ id }) => id),
    (part) => trx.updateTable("stored_logs").set(open).where("id", "in", part).execute(),
  );
  return rows.map((row) => ({ ...row, ...open }));
}

/**
 * Deletes all lines of logs. Their rows stay until they expire, so that the logs are not stored again, with the time of the
 * newest line: what is read again of one that continues is not later.
 */
export async function deleteStoredLogs(trx: Database, ids: readonly number[], nowMs: number): Promise<void> {
  await inBatches(ids, async (part) => {
    await trx.deleteFrom("stored_log_chunks").where("log_id", "in", part).execute();
    return await trx
      .updateTable("stored_logs")
      .set((each) => ({
        deleted_at_ms: nowMs,
        first_line: each.ref("next_line"),
        first_ms: null,
        text_bytes: 0,
        stored_bytes: 0,
      }))
      .where("id", "in", part)
      .execute();
  });
}

/**
 * Deletes one log for an operator. Throws a Problem: 404 for an unknown log, 409 for one that is still followed, which
 * would be stored again.
 */
export async function deleteStoredLog(db: Database, id: number, nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ended_at_ms: endedAtMs } = await storedLogRow(trx, id);
    if (endedAtMs === null) {
      throw new Problem(409, "log_open", "This log is in progress. Delete it when it has ended.");
    }
    await deleteStoredLogs(trx, [id], nowMs);
  });
}

/** How many logs one call deletes. */
const logsPerCall = Math.floor(rowsPerCall / 10);

/**
 * Deletes ended logs to which nothing was added since `beforeMs`, with their rows; returns whether there may be more. One
 * that is followed stays, however silent its browser: its next line belongs to its row.
 */
export async function dropStoredLogs(trx: Database, beforeMs: number): Promise<boolean> {
  const rows = await trx
    .selectFrom("stored_logs")
    .select("id")
    .where("updated_at_ms", "<", beforeMs)
    .where("ended_at_ms", "is not", null)
    .orderBy("updated_at_ms")
    .limit(logsPerCall)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("stored_log_chunks").where("log_id", "in", ids).execute();
  await trx.deleteFrom("stored_logs").where("id", "in", ids).execute();
  return true;
}

/**
 * Deletes the ended logs whose last line is oldest, until at least `bytes` (compressed) are free or the limit of one
 * call is reached. Returns how many logs were deleted and the time of the newest of their lines, or undefined for none.
 */
export async function dropOldestStoredLogs(
  trx: Database,
  bytes: number,
  nowMs: number,
): Promise<{ logs: number; beforeMs: number } | undefined> {
  const rows = await trx
    .selectFrom("stored_logs")
    .select(["id", "stored_bytes", "updated_at_ms"])
    .where("ended_at_ms", "is not", null)
    .where("deleted_at_ms", "is", null)
    .orderBy("updated_at_ms")
    .limit(logsPerCall)
    .execute();
  let free = 0;
  let count = 0;
  while (count < rows.length && free < bytes) {
    free += rows[count]?.stored_bytes ?? 0;
    count += 1;
  }
  const dropped = rows.slice(0, count);
  await deleteStoredLogs(
    trx,
    dropped.map(({ id }) => id),
    nowMs,
  );
  const last = dropped.at(-1);
  return last && { logs: dropped.length, beforeMs: last.updated_at_ms };
}
