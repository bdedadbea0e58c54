import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { Kysely, SqliteDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { InvocationHistoryQuery } from "../../bff/invocation-history.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { type InvocationRow, invocationRowOf } from "./invocation-rows.ts";
import { scanLimits, searchInvocations } from "./invocation-search.ts";
import { addInvocationSessions } from "./invocation-sessions.ts";
import { writeInvocations } from "./invocation-writes.ts";

const count = 600;
const originMs = Date.UTC(2026, 10, 1);
const pick = <T>(values: readonly [T, ...T[]], at: number): T => values[at % values.length] ?? values[0];

const interruptions = ["cancelled by request of ann", "the service stopped during the invocation"] as const;

let dataDir = "";
let db: Database;
let rows: InvocationRow[] = [];
const sessions = new Map([["s1", [3, 40, 41]]]);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-search-"));
  db = await openEmptyStore(dataDir);
  rows = Array.from({ length: count }, (_, at) => {
    const status = pick(["succeeded", "failed", "running", "succeeded", "queued"], at * 7);
    // Three rows per start time, so that pages end between rows of equal time.
    const startedMs = originMs + Math.floor(at / 3) * 1000;
    const over = status === "succeeded" || status === "failed";
    return invocationRowOf(
      {
        id: `r${(at * 7919) % count}`,
        app_name: pick(["shop", "news"], at),
        action_name: pick(["buy", "read", "look"], at),
        version: pick(["v1", "v2", "v3", "v4"], Math.floor(at / 7)),
        status,
        started_at: new Date(startedMs).toISOString(),
        finished_at: over ? new Date(startedMs + at).toISOString() : null,
        status_reason: status === "failed" ? pick([`HTTP ${at} 100% \\ of_it`, ...interruptions], at) : null,
        payload: JSON.stringify({ at }),
      },
      1,
    );
  });
  await db.transaction().execute((trx) => writeInvocations(trx, rows));
  for (const [session, ats] of sessions)
    for (const at of ats) await addInvocationSessions(db, rows[at]?.id ?? "", [session], 1);
});
afterAll(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

function matches(row: InvocationRow, at: number, filters: InvocationHistoryQuery): boolean {
  const texts = [row.reason, row.payload_head, row.output_head].map((text) => text ?? "").join("\n");
  const within = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
  const without = (values: readonly string[] | undefined, value: string) =>
    !(values?.includes(value) ?? false);
  return (
    row.started_at_ms >= (filters.since_ms ?? 0) &&
    row.started_at_ms < (filters.until_ms ?? Number.POSITIVE_INFINITY) &&
    within(filters.status, row.status) &&
    within(filters.app, row.app_name) &&
    within(filters.action, row.action_name) &&
    within(filters.version, row.version) &&
    without(filters.not_status, row.status) &&
    without(filters.not_app, row.app_name) &&
    without(filters.not_action, row.action_name) &&
    without(filters.not_version, row.version) &&
    (filters.min_duration_ms === undefined || (row.duration_ms ?? -1) >= filters.min_duration_ms) &&
    (filters.max_duration_ms === undefined ||
      (row.duration_ms !== null && row.duration_ms <= filters.max_duration_ms)) &&
    (filters.text === undefined || texts.toLowerCase().includes(filters.text.toLowerCase())) &&
    (filters.session_id === undefined || (sessions.get(filters.session_id)?.includes(at) ?? false)) &&
    (filters.reason_key === undefined || row.reason_key === filters.reason_key) &&
    (filters.interrupted === undefined ||
      (filters.interrupted === "yes") === interruptions.some((reason) => reason === row.reason))
  );
}

async function allPages(filters: InvocationHistoryQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < count + 10; page += 1) {
    const found: Awaited<ReturnType<typeof searchInvocations>> = await searchInvocations(
      db,
      cursor === null ? filters : { ...filters, cursor },
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
const query: fc.Arbitrary<InvocationHistoryQuery> = fc.record(
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
    interrupted: fc.constantFrom("yes" as const, "no" as const),
  },
  { requiredKeys: [] },
);

describe("searchInvocations", () => {
  it("returns, page by page, the rows that a full scan finds, newest first", async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 50 }), async (filters, limit) => {
        const expected = rows
          .map((row, at) => ({ row, at }))
          .filter(({ row, at }) => matches(row, at, filters))
          .sort((a, b) => b.row.started_at_ms - a.row.started_at_ms || (a.row.id < b.row.id ? 1 : -1))
          .map(({ row }) => row.id);
        expect(await allPages(filters, limit)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it("rejects an invalid cursor", async () => {
    for (const cursor of ["x", "!!", Buffer.from("[1]").toString("base64url")])
      await expect(searchInvocations(db, { cursor }, 10)).rejects.toMatchObject({
        status: 400,
        code: "bad_cursor",
      });
  });

  it("returns each row once where a status is requested twice", async () => {
    const ids = await allPages({ status: ["failed", "running", "failed"] }, 50);
    expect(ids).toEqual(await allPages({ status: ["failed", "running"] }, 50));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("finds the one with an id, if the other filters admit it", async () => {
    const failed = rows.find(({ reason_key: key }) => key !== null);
    if (failed === undefined) throw new Error("none failed");
    const { id, reason_key: reasonKey, app_name: app } = failed;
    for (const filters of [{}, { app: [app] }, { reason_key: reasonKey ?? "" }]) {
      const { rows: found } = await searchInvocations(db, { ...filters, id }, 10);
      expect(found).toMatchObject([{ id }]);
    }
    for (const filters of [{ not_app: [app] }, { reason_key: "another" }, { session_id: "s2" }])
      expect((await searchInvocations(db, { ...filters, id }, 10)).rows).toEqual([]);
    expect((await searchInvocations(db, { id: "none" }, 10)).rows).toEqual([]);
  });

  it("scans a bounded number of rows per page and returns how far it reached", async () => {
    const many = scanLimits.text + 100;
    const more = Array.from({ length: many }, (_, at) =>
      invocationRowOf(
        { id: `m${at}`, app_name: "mass", started_at: new Date(originMs - at * 1000).toISOString() },
        1,
      ),
    );
    await db.transaction().execute((trx) => writeInvocations(trx, more));
    try {
      const first = await searchInvocations(db, { text: "of_it", app: ["mass"] }, 10);
      expect(first.rows).toEqual([]);
      expect(first.searchedToMs).toBe(originMs - scanLimits.text * 1000);
      const oldest = `m${many - 1}`;
      expect((await searchInvocations(db, { id: oldest }, 10)).rows).toMatchObject([{ id: oldest }]);
      const second = await searchInvocations(
        db,
        { text: "of_it", app: ["mass"], cursor: first.nextCursor ?? "" },
        10,
      );
      expect(second).toEqual({ rows: [], nextCursor: null, searchedToMs: null });
    } finally {
      await db.deleteFrom("invocations").where("app_name", "=", "mass").execute();
    }
  });
});

describe("query plans", () => {
  const filters: [string, InvocationHistoryQuery, RegExp][] = [
    ["everything", {}, /USING INDEX invocations_by_start/],
    ["one status", { status: ["failed"] }, /USING INDEX invocations_by_status \(status=\?/],
    ["one version", { version: ["v1"] }, /USING INDEX invocations_by_version \(version=\?/],
    ["one app", { app: ["shop"] }, /USING INDEX invocations_by_app \(app_name=\?/],
    [
      "one action",
      { app: ["shop"], action: ["buy"], status: ["failed"] },
      /USING (COVERING )?INDEX invocations_by_action \(app_name=\? AND action_name=\?/,
    ],
    ["one id", { id: "x" }, /USING (COVERING )?INDEX \S+ \(id=\?/],
    ["one kind of failure", { reason_key: "x" }, /USING INDEX invocations_by_reason \(reason_key=\?/],
  ];

  it.each(filters)("read %s from its index without sorting", async (_, question, index) => {
    const statements: string[] = [];
    // The statements as the driver sends them.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const traced = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await searchInvocations(traced, { ...question, since_ms: 1 }, 10);
    const reads = statements.filter((text) => /from "invocations"/.test(text));
    expect(reads.length).toBeGreaterThan(0);
    for (const text of reads) {
      const plan = file
        .prepare<[], { detail: string }>(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join("; ");
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN invocations(?! USING)/);
    }
    await traced.destroy();
  });
});
