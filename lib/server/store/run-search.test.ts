import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { Kysely, SqliteDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunHistoryQuery } from "../../bff/run-history.ts";
import { type Database, openStore } from "./database.ts";
import { type RunRow, runRowOf } from "./run-rows.ts";
import { lookedThrough, searchRuns } from "./run-search.ts";
import { addRunSessions } from "./run-sessions.ts";
import { writeRuns } from "./runs.ts";
import type { Tables } from "./tables.ts";

const count = 600;
const originMs = Date.UTC(2026, 10, 1);
const pick = <T>(values: readonly [T, ...T[]], at: number): T => values[at % values.length] ?? values[0];

let dataDir = "";
let db: Database;
let rows: RunRow[] = [];
const sessions = new Map([["s1", [3, 40, 41]]]);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-search-"));
  db = await openStore({ dataDir });
  rows = Array.from({ length: count }, (_, at) => {
    const status = pick(["succeeded", "failed", "running", "succeeded", "queued"], at * 7);
    // Three of each moment, so that a page ends within one.
    const startedMs = originMs + Math.floor(at / 3) * 1000;
    const over = status === "succeeded" || status === "failed";
    return runRowOf(
      {
        id: `r${(at * 7919) % count}`,
        app_name: pick(["shop", "news"], at),
        action_name: pick(["buy", "read", "look"], at),
        version: pick(["v1", "v2", "v3", "v4"], Math.floor(at / 7)),
        status,
        started_at: new Date(startedMs).toISOString(),
        finished_at: over ? new Date(startedMs + at).toISOString() : null,
        status_reason: status === "failed" ? `HTTP ${at} 100% \\ of_it` : null,
        payload: JSON.stringify({ at }),
      },
      1,
    );
  });
  await db.transaction().execute((trx) => writeRuns(trx, rows));
  for (const [session, ats] of sessions)
    for (const at of ats) await addRunSessions(db, rows[at]?.id ?? "", [session], 1);
});
afterAll(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

function matches(row: RunRow, at: number, asked: RunHistoryQuery): boolean {
  const texts = [row.reason, row.payload_head, row.output_head].map((text) => text ?? "").join("\n");
  const within = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
  const without = (values: readonly string[] | undefined, value: string) =>
    !(values?.includes(value) ?? false);
  return (
    row.started_at_ms >= (asked.since_ms ?? 0) &&
    row.started_at_ms < (asked.until_ms ?? Number.POSITIVE_INFINITY) &&
    within(asked.status, row.status) &&
    within(asked.app, row.app_name) &&
    within(asked.action, row.action_name) &&
    within(asked.version, row.version) &&
    without(asked.not_status, row.status) &&
    without(asked.not_app, row.app_name) &&
    without(asked.not_action, row.action_name) &&
    without(asked.not_version, row.version) &&
    (asked.min_duration_ms === undefined || (row.duration_ms ?? -1) >= asked.min_duration_ms) &&
    (asked.max_duration_ms === undefined ||
      (row.duration_ms !== null && row.duration_ms <= asked.max_duration_ms)) &&
    (asked.text === undefined || texts.toLowerCase().includes(asked.text.toLowerCase())) &&
    (asked.session_id === undefined || (sessions.get(asked.session_id)?.includes(at) ?? false)) &&
    (asked.reason_key === undefined || row.reason_key === asked.reason_key)
  );
}

async function allPages(asked: RunHistoryQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < count + 10; page += 1) {
    const found: Awaited<ReturnType<typeof searchRuns>> = await searchRuns(
      db,
      cursor === null ? asked : { ...asked, cursor },
      limit,
    );
    ids.push(...found.rows.map(({ id }) => id));
    expect(found.rows.length).toBeLessThanOrEqual(limit);
    expect(found.nextCursor === null).toBe(found.searchedToMs === null);
    cursor = found.nextCursor;
    if (cursor === null) return ids;
  }
  throw new Error("the pages never end");
}

const some = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const query: fc.Arbitrary<RunHistoryQuery> = fc.record(
  {
    since_ms: fc.integer({ min: originMs, max: originMs + 200_000 }),
    until_ms: fc.integer({ min: originMs, max: originMs + 220_000 }),
    status: some("queued", "running", "succeeded", "failed", "odd"),
    app: some("shop", "news"),
    action: some("buy", "read"),
    version: some("v1", "v2", "none"),
    not_status: some("succeeded", "queued"),
    not_app: some("news"),
    not_action: some("look"),
    not_version: some("v3", "v4"),
    min_duration_ms: fc.nat(700),
    max_duration_ms: fc.nat(700),
    text: fc.constantFrom("http 1", "100%", "\\ of_", "_", '"at":5', "nothing of it"),
    session_id: fc.constantFrom("s1", "s2"),
    reason_key: fc.constantFrom("HTTP <n> <n>% \\ of_it"),
  },
  { requiredKeys: [] },
);

describe("a search in the mirror", () => {
  it("finds, page by page, exactly what a look at each run finds, newest first", async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 50 }), async (asked, limit) => {
        const wanted = rows
          .map((row, at) => ({ row, at }))
          .filter(({ row, at }) => matches(row, at, asked))
          .sort((a, b) => b.row.started_at_ms - a.row.started_at_ms || (a.row.id < b.row.id ? 1 : -1))
          .map(({ row }) => row.id);
        expect(await allPages(asked, limit)).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  it("refuses a cursor that is none", async () => {
    for (const cursor of ["x", "!!", Buffer.from("[1]").toString("base64url")])
      await expect(searchRuns(db, { cursor }, 10)).rejects.toMatchObject({ status: 400, code: "bad_cursor" });
  });

  it("looks through a bounded number of rows at a time and says how far that was", async () => {
    const many = lookedThrough.text + 100;
    const more = Array.from({ length: many }, (_, at) =>
      runRowOf(
        { id: `m${at}`, app_name: "mass", started_at: new Date(originMs - at * 1000).toISOString() },
        1,
      ),
    );
    await db.transaction().execute((trx) => writeRuns(trx, more));
    try {
      const first = await searchRuns(db, { text: "of_it", app: ["mass"] }, 10);
      expect(first.rows).toEqual([]);
      expect(first.searchedToMs).toBe(originMs - lookedThrough.text * 1000);
      const second = await searchRuns(
        db,
        { text: "of_it", app: ["mass"], cursor: first.nextCursor ?? "" },
        10,
      );
      expect(second).toEqual({ rows: [], nextCursor: null, searchedToMs: null });
    } finally {
      await db.deleteFrom("runs").where("app_name", "=", "mass").execute();
    }
  });
});

describe("the plans of the database", () => {
  const asked: [string, RunHistoryQuery, RegExp][] = [
    ["everything", {}, /USING INDEX runs_by_start/],
    ["one status", { status: ["failed"] }, /USING INDEX runs_by_status \(status=\?/],
    ["one version", { version: ["v1"] }, /USING INDEX runs_by_version \(version=\?/],
    ["one app", { app: ["shop"] }, /USING INDEX runs_by_app \(app_name=\?/],
    [
      "one action",
      { app: ["shop"], action: ["buy"], status: ["failed"] },
      /USING (COVERING )?INDEX runs_by_action \(app_name=\? AND action_name=\?/,
    ],
    ["one kind of failure", { reason_key: "x" }, /USING INDEX runs_by_reason \(reason_key=\?/],
  ];

  it.each(asked)("read %s by its index and sort nothing", async (_, question, index) => {
    const statements: string[] = [];
    // What is really sent, taken from the driver.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const heard = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await searchRuns(heard, { ...question, since_ms: 1 }, 10);
    const reads = statements.filter((text) => /from "runs"/.test(text));
    expect(reads.length).toBeGreaterThan(0);
    for (const text of reads) {
      const plan = file
        .prepare<[], { detail: string }>(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join("; ");
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN runs(?! USING)/);
    }
    await heard.destroy();
  });
});
