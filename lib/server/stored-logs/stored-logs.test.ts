import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { logTopic } from "../../bff/live.ts";
import { storedLogLines } from "../../bff/stored-logs.ts";
import type { Database } from "../db/database.ts";
import { numberedEntries, withoutId } from "./chunk-format.ts";
import { type AppendedEntry, StoredLog } from "./stored-log.ts";
import {
  lastChunkOf,
  listStoredLogs,
  newestEntries,
  readStoredLines,
  storedLogsOf,
  storedLogTotals,
  subjectOfStoredLog,
  unendedStoredLogs,
} from "./stored-log-reads.ts";
import {
  createStoredLogs,
  deleteStoredLog,
  dropOldestStoredLogs,
  dropStoredLogs,
  reopenStoredLogs,
  saveStoredLogs,
  trimStoredLog,
} from "./stored-log-writes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-logs-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const topic = (sessionId: string) =>
  ({ sessionId, log: { source: "supervisor", process: "chromium" } }) as const;
const originMs = Date.UTC(2026, 10, 23);
const at = (number: number) => new Date(originMs + number).toISOString();
const line = (number: number, text = `line ${number}`): AppendedEntry => ({
  json: JSON.stringify({ at: at(number), text }),
  kind: "line",
  at: at(number),
  missing: 0,
});
const gap = (count: number | null, to: number): AppendedEntry => ({
  json: JSON.stringify({ reason: "disconnected", count, from: null, to: at(to) }),
  kind: "gap",
  at: at(to),
  missing: count,
});
/** A line of which fewer than ten fit into a chunk. */
const long = (number: number) => line(number, `${number} ${"x".repeat(9_000)}`);

async function makeLog(session: string, nowMs = originMs): Promise<StoredLog> {
  const [row] = await createStoredLogs(db, [topic(session)], nowMs);
  if (row === undefined) throw new Error("no row");
  return new StoredLog(row, 0);
}
async function save(log: StoredLog): Promise<void> {
  await saveStoredLogs(db, "sqlite", [log.unsaved()]);
  log.saved();
}
const linesFrom = async (id: number, fromLine: number, limit = 5_000) => {
  const answer = await readStoredLines(db, id, { from_line: fromLine, limit });
  expect(storedLogLines.safeParse(answer).success).toBe(true);
  return {
    entries: answer.entries.map((entry) =>
      entry.kind === "line"
        ? `${entry.line}: ${entry.text.slice(0, 12)}`
        : `gap before ${entry.line}: ${entry.count}`,
    ),
    next: answer.next_line,
  };
};

describe("an entry of a ring", () => {
  it("is stored without the id, which counts within the ring only", () => {
    const json = JSON.stringify({ id: 17, at: at(1), text: "a,b" });
    expect(JSON.parse(withoutId(json))).toEqual({ at: at(1), text: "a,b" });
  });
});

describe("a stored log", () => {
  it("returns its lines with their numbers, with the gaps between them", async () => {
    const log = await makeLog("s1");
    log.append([line(1), line(2), gap(3, 3), line(4)], originMs + 5);
    await save(log);
    log.append([line(5), gap(null, 6)], originMs + 6);
    await save(log);
    expect(await linesFrom(log.row.id, 1)).toEqual({
      entries: ["1: line 1", "2: line 2", "gap before 3: 3", "3: line 4", "4: line 5", "gap before 5: null"],
      next: null,
    });
    expect(await listStoredLogs(db, { session_id: "s1" })).toEqual([
      {
        id: log.row.id,
        topic: logTopic(topic("s1")),
        session_id: "s1",
        invocation_id: null,
        lines: 4,
        first_line: 1,
        first_ms: originMs + 1,
        last_ms: originMs + 5,
        ended_at_ms: null,
        end_reason: null,
        text_bytes: log.row.text_bytes,
      },
    ]);
    expect(await listStoredLogs(db, { session_id: "s2" })).toEqual([]);
  });

  it("counts the lines at the source, missing ones included, until a gap has no number", async () => {
    const log = await makeLog("s1");
    log.append([line(1), gap(3, 3), line(4)], originMs);
    expect(log.row.source_lines).toBe(5);
    log.append([gap(null, 5), line(6)], originMs);
    expect(log.row.source_lines).toBeNull();
    expect(log.row.next_line).toBe(4);
  });

  it("is read in pages over several chunks, each line and gap once", async () => {
    const log = await makeLog("s1");
    for (let number = 1; number <= 40; number += 1) {
      log.append([long(number), ...(number % 8 === 0 ? [gap(1, number)] : [])], originMs + number);
      if (number % 3 === 0) await save(log);
    }
    await save(log);
    const chunks = await db.selectFrom("stored_log_chunks").select("number").execute();
    expect(chunks.length).toBeGreaterThan(3);
    const whole = await linesFrom(log.row.id, 1);
    expect(whole.entries.filter((entry) => !entry.startsWith("gap"))).toHaveLength(40);
    expect(whole.entries.filter((entry) => entry.startsWith("gap"))).toHaveLength(5);
    for (const limit of [1, 7, 8, 39]) {
      const read: string[] = [];
      for (let next: number | null = 1; next !== null; ) {
        const page = await linesFrom(log.row.id, next, limit);
        read.push(...page.entries);
        next = page.next;
      }
      expect(read, `pages of ${limit}`).toEqual(whole.entries);
    }
    expect((await linesFrom(log.row.id, 40)).entries).toEqual([
      `40: 40 ${"x".repeat(9)}`,
      "gap before 41: 1",
    ]);
  });

  it("writes a chunk again while it grows, and its sizes add up", async () => {
    const log = await makeLog("s1");
    for (let number = 1; number <= 20; number += 1) {
      log.append([long(number)], originMs + number);
      await save(log);
    }
    const chunks = await db.selectFrom("stored_log_chunks").selectAll().orderBy("number").execute();
    expect(chunks.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(chunks.flatMap(numberedEntries)).toHaveLength(20);
    const text = chunks.reduce((sum, chunk) => sum + chunk.text_bytes, 0);
    const stored = chunks.reduce((sum, chunk) => sum + chunk.data.byteLength, 0);
    expect(log.row).toMatchObject({ text_bytes: text, stored_bytes: stored });
    expect(await storedLogTotals(db)).toEqual({
      logs: 1,
      lines: 20,
      text_bytes: text,
      stored_bytes: stored,
      oldest_ms: originMs + 1,
    });
  });

  it("is continued by the next leader behind its last chunk, with its newest lines", async () => {
    const first = await makeLog("s1");
    for (let number = 1; number <= 20; number += 1) first.append([long(number)], originMs + number);
    await save(first);
    expect(await unendedStoredLogs(db, 10)).toEqual([first.row]);
    expect(await lastChunkOf(db, first.row.id)).toBe(3);
    const newest = await newestEntries(db, first.row.id, 5);
    expect(newest.at(-1)).toMatchObject({ kind: "line", at: at(20) });
    expect(newest.length).toBeGreaterThanOrEqual(5);
    expect(newest.length).toBeLessThan(20);
    const second = new StoredLog(first.row, 3);
    second.append([line(21)], originMs + 21);
    second.end("The session has ended.", originMs + 22);
    await save(second);
    expect((await linesFrom(first.row.id, 20)).entries).toEqual([`20: 20 ${"x".repeat(9)}`, "21: line 21"]);
    expect(await unendedStoredLogs(db, 10)).toEqual([]);
  });

  it("loses its oldest chunks above its size, and says from which line on it is stored", async () => {
    const log = await makeLog("s1");
    for (let number = 1; number <= 40; number += 1) log.append([long(number)], originMs + number);
    const before = log.unsaved();
    await saveStoredLogs(db, "sqlite", [before]);
    log.saved();
    expect(await trimStoredLog(db, log.row, log.row.text_bytes)).toBeUndefined();
    const trimmed = await trimStoredLog(db, log.row, 150_000);
    if (trimmed === undefined) throw new Error("nothing was trimmed");
    log.trimmed(trimmed.bytes, trimmed.oldest);
    await save(log);
    const [stored] = await listStoredLogs(db, { session_id: "s1" });
    expect(stored?.first_line).toBe(trimmed.lines + 1);
    expect(stored?.first_ms).toBe(originMs + trimmed.lines + 1);
    expect(stored?.text_bytes).toBeLessThanOrEqual(150_000);
    const { entries } = await linesFrom(log.row.id, 1);
    expect(entries[0]).toMatch(new RegExp(`^${trimmed.lines + 1}: `));
    expect(entries).toHaveLength(40 - trimmed.lines);
    const chunks = await db.selectFrom("stored_log_chunks").selectAll().execute();
    expect(stored?.text_bytes).toBe(chunks.reduce((sum, chunk) => sum + chunk.text_bytes, 0));
    expect(log.row.stored_bytes).toBe(chunks.reduce((sum, chunk) => sum + chunk.data.byteLength, 0));
  });

  it("keeps its newest chunk, however large", async () => {
    const log = await makeLog("s1");
    log.append([line(1, "x".repeat(200_000))], originMs);
    await save(log);
    expect(await trimStoredLog(db, log.row, 1_000)).toBeUndefined();
  });
});

describe("deleting stored logs", () => {
  async function ended(session: string, updatedMs: number): Promise<StoredLog> {
    const log = await makeLog(session, updatedMs);
    log.append([line(1)], updatedMs);
    log.end("over", updatedMs);
    await save(log);
    return log;
  }

  it("by age deletes those to which nothing was added since, with their lines", async () => {
    await ended("old", originMs);
    const young = await ended("young", originMs + 10);
    while (await dropStoredLogs(db, originMs + 10));
    const left = await storedLogsOf(db, [logTopic(topic("old")), logTopic(topic("young"))]);
    expect(left.map(({ session_id: id }) => id)).toEqual(["young"]);
    expect(await db.selectFrom("stored_log_chunks").select("log_id").execute()).toEqual([
      { log_id: young.row.id },
    ]);
  });

  it("by age leaves a log that is followed, whose next lines are stored", async () => {
    const silent = await makeLog("silent", originMs);
    silent.append([line(1)], originMs);
    await save(silent);
    expect(await dropStoredLogs(db, originMs + 10)).toBe(false);
    silent.append([line(2)], originMs + 20);
    silent.end("over", originMs + 20);
    await save(silent);
    expect((await readStoredLines(db, silent.row.id, {})).entries).toHaveLength(2);
    while (await dropStoredLogs(db, originMs + 30));
    expect(await db.selectFrom("stored_log_chunks").select("log_id").execute()).toEqual([]);
  });

  it("by size deletes ended logs, oldest first, as many as needed", async () => {
    const logs = [await ended("a", originMs), await ended("b", originMs + 1), await ended("c", originMs + 2)];
    const open = await makeLog("open", originMs - 1);
    open.append([line(1)], originMs - 1);
    await save(open);
    const bytes = (logs[0]?.row.stored_bytes ?? 0) + 1;
    expect(await dropOldestStoredLogs(db, bytes, originMs + 5)).toEqual({ logs: 2, beforeMs: originMs + 1 });
    const left = await Promise.all(
      ["a", "b", "c", "open"].map((id) => listStoredLogs(db, { session_id: id })),
    );
    expect(left.map((found) => found.length)).toEqual([0, 0, 1, 1]);
    // What is deleted is known, so that it is not stored again.
    expect(await storedLogsOf(db, [logTopic(topic("a"))])).toHaveLength(1);
    await dropOldestStoredLogs(db, 1_000_000, originMs + 5);
    expect(await dropOldestStoredLogs(db, 1_000_000, originMs + 5)).toBeUndefined();
  });

  it("by an operator refuses a log that is followed, and one that does not exist", async () => {
    const log = await makeLog("s1");
    await expect(deleteStoredLog(db, log.row.id, originMs)).rejects.toMatchObject({
      status: 409,
      code: "log_open",
    });
    await expect(deleteStoredLog(db, 99, originMs)).rejects.toMatchObject({ status: 404 });
    log.end(null, originMs);
    await save(log);
    await deleteStoredLog(db, log.row.id, originMs);
    // The audit names whose log it was, also when there is none.
    expect(await subjectOfStoredLog(db, log.row.id)).toBe("s1");
    expect(await subjectOfStoredLog(db, 99)).toBe("99");
    await expect(readStoredLines(db, log.row.id, {})).rejects.toMatchObject({ status: 404 });
  });

  it("shows no time of deleted lines where the log continues, as it has none until then", async () => {
    const log = await makeLog("s1");
    log.append([line(1)], originMs);
    log.end(null, originMs);
    await save(log);
    await deleteStoredLog(db, log.row.id, originMs);
    await reopenStoredLogs(db, [log.row]);
    expect(await listStoredLogs(db, { session_id: "s1" })).toMatchObject([
      { lines: 0, first_ms: null, last_ms: null },
    ]);
  });
});
