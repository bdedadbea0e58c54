import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { pngOf } from "../../../tests/support/png.ts";
import { readZip, readZipTexts } from "../../../tests/support/read-zip.ts";
import type { LogTopic } from "../../bff/live.ts";
import { isoTime } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { addPictures } from "../pictures/picture-writes.ts";
import { type AppendedEntry, gapEntry, StoredLog } from "../stored-logs/stored-log.ts";
import {
  createStoredLogs,
  deleteStoredLogs,
  saveStoredLogs,
  trimStoredLog,
} from "../stored-logs/stored-log-writes.ts";
import { sessionArchive } from "./session-archive.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-archive-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const originMs = Date.UTC(2026, 10, 23, 14, 2);
const exportedMs = originMs + 86_400_000;
const at = (number: number) => isoTime(originMs + number);
const line = (number: number, text: string, more: { cut?: true } = {}): AppendedEntry => ({
  json: JSON.stringify({ at: at(number), text, ...more }),
  kind: "line",
  at: at(number),
  missing: 0,
});
const gap = (number: number, count: number | null): AppendedEntry =>
  gapEntry({ reason: "disconnected", count, from: at(number - 1), to: at(number) });
const supervisor = (sessionId: string, process: string): LogTopic => ({
  sessionId,
  log: { source: "supervisor", process },
});

/** Stores a log that has ended. */
async function store(topic: LogTopic, entries: readonly AppendedEntry[]): Promise<StoredLog> {
  const [row] = await createStoredLogs(db, [topic], originMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog(row, 0);
  log.append(entries, originMs);
  log.end("The session was deleted.", originMs + 1_000);
  await save(log);
  return log;
}
async function save(log: StoredLog): Promise<void> {
  await saveStoredLogs(db, "sqlite", [log.unsaved()]);
  log.saved();
}

async function exported(sessionId: string) {
  const files = await readZipTexts(await buffer(await sessionArchive(db, sessionId, exportedMs)));
  const record = JSON.parse(files.get("session.json") ?? "");
  files.delete("session.json");
  return { files: Object.fromEntries(files), record };
}

describe("the archive of a session", () => {
  it("has every line of its logs, and says what is missing", async () => {
    await store(supervisor("s1", "chromium"), [
      line(1, "\u001b[31mred\u001b[0m"),
      gap(2, 12),
      line(3, "b, c"),
      line(4, "long", { cut: true }),
      gap(5, null),
    ]);
    await store({ sessionId: "s1", log: { source: "path", path: "/var/log/app.log" } }, [line(6, "äöü")]);
    await store(supervisor("s2", "chromium"), [line(7, "of another session")]);
    const { files, record } = await exported("s1");
    expect(files).toEqual({
      "logs/chromium.log": [
        `${at(1)} red`,
        "--- 12 lines missing (disconnected) ---",
        `${at(3)} b, c`,
        `${at(4)} long [cut]`,
        "--- unknown number of lines missing (disconnected) ---",
        "",
      ].join("\n"),
      "logs/var_log_app.log": `${at(6)} äöü\n`,
    });
    expect(record).toMatchObject({ session_id: "s1", exported_at: isoTime(exportedMs), deleted_logs: [] });
    expect(record.logs).toMatchObject([
      {
        file: "logs/chromium.log",
        topic: "logs:s1:supervisor:chromium",
        first_line: 1,
        last_line: 3,
        lines: 3,
        first_line_at: at(1),
        last_line_at: at(4),
        ended_at: at(1_000),
        end_reason: "The session was deleted.",
        gaps: 2,
        missing_lines: null,
        listed_gaps: [
          { before_line: 2, reason: "disconnected", lines: 12, from: at(1), to: at(2) },
          { before_line: 4, reason: "disconnected", lines: null, from: at(4), to: at(5) },
        ],
        deleted_lines: [],
      },
      { file: "logs/var_log_app.log", lines: 1, gaps: 0, missing_lines: 0 },
    ]);
  });

  it("has the session as it was recorded, its invocations and their logs", async () => {
    const details = { created_at: at(0), headless: true, proxy_id: "proxy-1" };
    await upsertResources(db, [
      { kind: "session", id: "s1", name: null, source: "listBrowsers", details, atMs: originMs },
      { kind: "pool", id: "p1", name: "eu", source: "listPools", details: {}, atMs: originMs },
    ]);
    await recordLinks(db, [
      { from: { kind: "pool", id: "p1" }, to: { kind: "session", id: "s1" }, atMs: originMs },
    ]);
    const invocation = { app_name: "shop", action_name: "buy", version: "v2", status: "failed" };
    const times = { started_at: at(0), finished_at: at(900) };
    const row = invocationRowOf({ id: "i1", ...invocation, ...times, status_reason: "closed" }, originMs);
    if (row === undefined) throw new Error("no row");
    await writeInvocations(db, [row]);
    await addInvocationSessions(db, "i1", ["s1"], originMs);
    await store({ invocationId: "i1" }, [line(1, "step 1"), line(2, "Error: closed")]);
    await store({ invocationId: "i2" }, [line(1, "of another session")]);
    const { files, record } = await exported("s1");
    expect(files).toEqual({ "invocations/i1.log": `${at(1)} step 1\n${at(2)} Error: closed\n` });
    expect(record).toMatchObject({
      details: { created_at: at(0), headless: true },
      pool: { id: "p1", name: "eu" },
      proxy_id: "proxy-1",
      invocations: [{ id: "i1", ...invocation, ...times, reason: "closed" }],
      logs: [{ file: "invocations/i1.log", invocation_id: "i1", session_id: null, lines: 2 }],
    });
  });

  it("has its telemetry as events, and its requests as an HTTP Archive", async () => {
    let seq = 0;
    const event = (type: string, ms: number, data: Record<string, unknown>) => {
      seq += 1;
      const ts = (originMs + ms) * 1000;
      return JSON.stringify({
        seq,
        event: { category: "network", type, ts, source: { kind: "cdp" }, data: { target_id: "t", ...data } },
      });
    };
    const texts = [
      event("network_request", 1, { request_id: "r1", method: "GET", url: "https://shop.test/open" }),
      event("network_request", 2, { request_id: "r2", method: "POST", url: "https://shop.test/a?b=c" }),
      event("network_response", 9, { request_id: "r2", status: 502, status_text: "Bad Gateway" }),
      event("page_load", 10, {}),
    ];
    await store({ sessionId: "s1", log: { source: "telemetry" } }, [
      ...texts.map((text, number) => line(number + 1, text)),
      gap(11, 3),
      line(12, '{"seq":9,"event":{"categ', { cut: true }),
    ]);
    const { files, record } = await exported("s1");
    expect(Object.keys(files)).toEqual(["telemetry.ndjson", "network.har"]);
    expect(files["telemetry.ndjson"]).toBe(texts.map((text) => `${text}\n`).join(""));
    const { log } = JSON.parse(files["network.har"] ?? "");
    expect(log).toMatchObject({ version: "1.2", creator: { name: "Fleetdeck" } });
    const entries: { request: { method: string; url: string }; response: { status: number } }[] = log.entries;
    // A request is written when it has ended; the one that has not comes last.
    expect(entries.map(({ request, response }) => [request.method, request.url, response.status])).toEqual([
      ["POST", "https://shop.test/a?b=c", 502],
      ["GET", "https://shop.test/open", 0],
    ]);
    expect(record.logs).toMatchObject([
      { file: "telemetry.ndjson", lines: 4, unreadable_lines: 1, gaps: 1, missing_lines: 3 },
    ]);
  });

  it("has an HTTP Archive without entries where telemetry has no requests", async () => {
    await store({ sessionId: "s1", log: { source: "telemetry" } }, []);
    const { files } = await exported("s1");
    expect(JSON.parse(files["network.har"] ?? "").log.entries).toEqual([]);
  });

  it("has the lines of many chunks, each once and in order", async () => {
    const [row] = await createStoredLogs(db, [supervisor("s1", "chromium")], originMs);
    if (row === undefined) throw new Error("no row");
    const log = new StoredLog(row, 0);
    const textOf = (number: number) => `line ${number} ${"x".repeat(number % 300)}`;
    for (let from = 1; from <= 20_000; from += 2_000) {
      log.append(
        Array.from({ length: 2_000 }, (_, more) => line(from + more, textOf(from + more))),
        originMs,
      );
      await save(log);
    }
    const { files, record } = await exported("s1");
    const lines = (files["logs/chromium.log"] ?? "").split("\n");
    expect(lines).toHaveLength(20_001);
    for (let number = 1; number <= 20_000; number += 1)
      if (lines[number - 1] !== `${at(number)} ${textOf(number)}`) expect.fail(`line ${number} differs`);
    expect(record.logs).toMatchObject([{ lines: 20_000, ended_at: null }]);
  });

  it("says which lines were deleted because the log was too large", async () => {
    const log = await store(
      supervisor("s1", "chromium"),
      Array.from({ length: 40 }, (_, number) => line(number + 1, `${number} ${"x".repeat(9_000)}`)),
    );
    const trimmed = await trimStoredLog(db, log.row, 150_000);
    if (trimmed === undefined) throw new Error("nothing was trimmed");
    log.trimmed(trimmed.bytes, trimmed.oldest);
    await save(log);
    const { files, record } = await exported("s1");
    const lines = (files["logs/chromium.log"] ?? "").split("\n");
    expect(lines[0]).toBe(`--- lines 1 to ${trimmed.lines} deleted ---`);
    expect(lines).toHaveLength(40 - trimmed.lines + 2);
    expect(record.logs).toMatchObject([
      {
        first_line: trimmed.lines + 1,
        last_line: 40,
        lines: 40 - trimmed.lines,
        deleted_lines: [{ first_line: 1, last_line: trimmed.lines }],
      },
    ]);
  });

  it("names deleted logs, and gives files of equal names different ones", async () => {
    const deleted = await store(supervisor("s1", "gone"), [line(1, "secret"), line(2, "secret")]);
    await deleteStoredLogs(db, [deleted.row.id], originMs + 5_000);
    await store(supervisor("s1", "A/b"), [line(1, "one")]);
    await store({ sessionId: "s1", log: { source: "path", path: "/a/b.log" } }, [line(1, "two")]);
    const { files, record } = await exported("s1");
    expect(files).toEqual({
      "logs/A_b.log": `${at(1)} one\n`,
      "logs/a_b-2.log": `${at(1)} two\n`,
    });
    expect(record.deleted_logs).toEqual([
      {
        topic: "logs:s1:supervisor:gone",
        session_id: "s1",
        invocation_id: null,
        lines: 2,
        deleted_at: at(5_000),
      },
    ]);
  });

  it("has its pictures by their times, without those that are deleted meanwhile", async () => {
    const first = pngOf(320, 200);
    const second = pngOf(2, 2, 400_000);
    const picture = { session_id: "s1", reason: "navigation", url: "https://shop.test/" } as const;
    await addPictures(db, [
      { ...picture, at_ms: originMs + 1, png: first },
      { ...picture, at_ms: originMs + 2, png: second },
      { ...picture, session_id: "s2", at_ms: originMs + 3, png: first },
    ]);
    const whole = await readZip(await buffer(await sessionArchive(db, "s1", exportedMs)));
    expect([...whole.keys()]).toEqual([
      "pictures/2026-11-23T14-02-00.001Z.png",
      "pictures/2026-11-23T14-02-00.002Z.png",
      "session.json",
    ]);
    expect(whole.get("pictures/2026-11-23T14-02-00.001Z.png")?.equals(first)).toBe(true);
    expect(whole.get("pictures/2026-11-23T14-02-00.002Z.png")?.equals(second)).toBe(true);
    await store(supervisor("s1", "chromium"), [line(1, "one")]);
    const archive = await sessionArchive(db, "s1", exportedMs);
    await db
      .deleteFrom("pictures")
      .where("at_ms", "=", originMs + 2)
      .execute();
    const files = await readZip(await buffer(archive));
    expect(files.get("pictures/2026-11-23T14-02-00.002Z.png")).toHaveLength(0);
    const common = { reason: "navigation", url: "https://shop.test/" };
    expect(JSON.parse(files.get("session.json")?.toString() ?? "").pictures).toEqual([
      {
        file: "pictures/2026-11-23T14-02-00.001Z.png",
        at: at(1),
        ...common,
        width: 320,
        height: 200,
        deleted: false,
      },
      {
        file: "pictures/2026-11-23T14-02-00.002Z.png",
        at: at(2),
        ...common,
        width: 2,
        height: 2,
        deleted: true,
      },
    ]);
  });

  it("is refused where nothing is stored, or all was deleted", async () => {
    const refusal = { status: 404, code: "not_found" };
    await expect(sessionArchive(db, "s1", exportedMs)).rejects.toMatchObject(refusal);
    const log = await store(supervisor("s1", "chromium"), [line(1, "one")]);
    await deleteStoredLogs(db, [log.row.id], originMs);
    await expect(sessionArchive(db, "s1", exportedMs)).rejects.toMatchObject(refusal);
  });
});
