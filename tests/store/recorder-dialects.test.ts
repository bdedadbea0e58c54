// What the recorder writes and what is queried from it: the same in PostgreSQL as in the embedded file, question by
// question.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvidenceSettings } from "../../lib/bff/evidence.ts";
import type { InvocationHistoryQuery } from "../../lib/bff/invocation-history.ts";
import { logTopic } from "../../lib/bff/live.ts";
import { hourMs } from "../../lib/bff/time-units.ts";
import { dropExpiredAlerts } from "../../lib/server/alerts/expired-alerts.ts";
import { downsampleProcessSamples } from "../../lib/server/browsers/process-buckets.ts";
import { addProcessSample, readProcessSamples } from "../../lib/server/browsers/process-sample-queries.ts";
import { type Database, dialectOf, openStore } from "../../lib/server/db/database.ts";
import { addGap, closeGap, fillGaps, openGap, readGaps } from "../../lib/server/db/gaps.ts";
import {
  isLeaseAlive,
  LeaseLost,
  readLease,
  releaseLease,
  takeLease,
  withLease,
} from "../../lib/server/db/leases.ts";
import { storedWordsAsText } from "../../lib/server/db/stored-log-tables.ts";
import { tableFigures } from "../../lib/server/db/table-sizes.ts";
import { previewEvidence } from "../../lib/server/evidence/evidence-preview.ts";
import { readEvidenceSettings, writeEvidenceSettings } from "../../lib/server/evidence/evidence-settings.ts";
import { sessionsToDelete, sessionsToStore } from "../../lib/server/evidence/sessions-to-store.ts";
import { readSimilarFailures } from "../../lib/server/insight/similar-failures.ts";
import { readSpike } from "../../lib/server/insight/spike.ts";
import { livingSessions } from "../../lib/server/inventory/recorded-sessions.ts";
import {
  recordLinks,
  resourcesLinkedTo,
  resourcesLinkedToEach,
} from "../../lib/server/inventory/resource-links.ts";
import {
  markAbsentAsEnded,
  pinResource,
  type ResourceRecord,
  upsertResources,
} from "../../lib/server/inventory/resource-writes.ts";
import { listResources } from "../../lib/server/inventory/resources.ts";
import { dropInvocations } from "../../lib/server/invocations/expired-invocations.ts";
import { invocationRowOf } from "../../lib/server/invocations/invocation-rows.ts";
import { searchInvocations } from "../../lib/server/invocations/invocation-search.ts";
import {
  readInvocationCounts,
  readInvocationSeries,
} from "../../lib/server/invocations/invocation-series.ts";
import { addInvocationSessions } from "../../lib/server/invocations/invocation-sessions.ts";
import { openTotals, readStatuses, runningAt } from "../../lib/server/invocations/invocation-statistics.ts";
import { openInvocations, writeInvocations } from "../../lib/server/invocations/invocation-writes.ts";
import {
  averagePictureBytes,
  lastPictures,
  listPictures,
  pictureTotals,
  readPicture,
} from "../../lib/server/pictures/picture-reads.ts";
import {
  addPictures,
  deletePicturesOf,
  dropOldestPictures,
  dropPictures,
  trimPictures,
} from "../../lib/server/pictures/picture-writes.ts";
import { downsamplePoolSamples } from "../../lib/server/pools/downsample-pool-samples.ts";
import { poolHistoryOf } from "../../lib/server/pools/pool-history.ts";
import { readRolledUp } from "../../lib/server/pools/pool-points.ts";
import { readPoolsIn } from "../../lib/server/pools/pool-ranges.ts";
import { readRawSamples } from "../../lib/server/pools/pool-sample-history.ts";
import { insertPoolSamples } from "../../lib/server/pools/pool-samples.ts";
import {
  checksBeganAtMs,
  insertProxyChecks,
  lastChecks,
  readProxyChecks,
  recentChecks,
} from "../../lib/server/proxies/proxy-checks.ts";
import { dropOld } from "../../lib/server/recorder/delete-expired.ts";
import { readRecorder } from "../../lib/server/recorder/read-recorder.ts";
import { searchStoredLogs } from "../../lib/server/stored-logs/search-stored-logs.ts";
import { StoredLog } from "../../lib/server/stored-logs/stored-log.ts";
import {
  listStoredLogs,
  newestEntries,
  readStoredLines,
  storedLogRow,
  storedLogsOf,
  storedLogTotals,
  unendedStoredLogs,
} from "../../lib/server/stored-logs/stored-log-reads.ts";
import {
  createStoredLogs,
  dropOldestStoredLogs,
  dropStoredLogs,
  reopenStoredLogs,
  saveStoredLogs,
  trimStoredLog,
} from "../../lib/server/stored-logs/stored-log-writes.ts";
import { readTimelineSessions } from "../../lib/server/timeline/timeline-lanes.ts";
import { pngOf } from "../support/png.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";
import { expectRollupsToMatchRecount } from "../support/sync-assertions.ts";

const originMs = Date.UTC(2026, 10, 1);
const pick = (values: readonly string[], at: number) => values[at % values.length] ?? "";

/** An invocation as it was reported at first, and as it ended. */
function reported(at: number, over: boolean) {
  const startedMs = originMs + at * 60_000;
  const failed = at % 5 === 0;
  return invocationRowOf(
    {
      id: `r${(at * 7919) % 300}`,
      app_name: pick(["shop", "news"], at),
      action_name: pick(["buy", "read", "look"], at),
      version: pick(["v1", "v2"], Math.floor(at / 9)),
      status: over ? (failed ? "failed" : "succeeded") : "running",
      started_at: new Date(startedMs).toISOString(),
      finished_at: over ? new Date(startedMs + 1_000 + at * 10).toISOString() : null,
      status_reason: over && failed ? `HTTP ${500 + (at % 3)} of 100% \\ by_it` : null,
      payload: JSON.stringify({ at, mark: "Ähre" }),
    },
    over ? 2 : 1,
  );
}

describe.skipIf(!hasPostgres)("the recorder's store", () => {
  let postgres: Postgres;
  let dataDir = "";
  let file: Database;
  let shared: Database;
  let other: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.database();
    dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-both-"));
    file = await openStore({ dataDir });
    shared = await openStore({ dataDir, databaseUrl });
    other = await openStore({ dataDir, databaseUrl });
  });
  afterAll(async () => {
    for (const db of [file, shared, other]) await db?.destroy();
    rmSync(dataDir, { recursive: true, force: true });
    await postgres?.stop();
  });

  /** Does the same to both and expects the same of both. */
  async function onBothDatabases<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const [fileResult, postgresResult] = [await work(file), await work(shared)];
    expect(postgresResult).toEqual(fileResult);
    return postgresResult;
  }
  const inTransaction =
    <T>(work: (trx: Database) => Promise<T>) =>
    (db: Database) =>
      db.transaction().execute(work);

  it("grants a lease to one of many, and refuses the writes of its former holder", async () => {
    const takers = [shared, other, shared, other, shared, other];
    const taken = await Promise.all(
      takers.map((db, at) => takeLease(db, { name: "recorder", holder: `h${at}` })),
    );
    const [first, ...more] = taken.filter((lease) => lease !== undefined);
    expect(more).toEqual([]);
    if (first === undefined) throw new Error("nobody took the lease");
    expect(await isLeaseAlive(other, "recorder")).toBe(true);
    expect(await withLease(shared, first, async () => "written")).toBe("written");
    await releaseLease(shared, first);
    const second = await takeLease(other, { name: "recorder", holder: "next" });
    expect(second?.term).toBe(first.term + 1);
    const late = withLease(shared, first, (trx) => writeInvocations(trx, [reported(1, true)]));
    await expect(late).rejects.toThrow(LeaseLost);
    expect((await searchInvocations(shared, {}, 10)).rows).toEqual([]);
  });

  it("mirrors repeated, late and unordered invocations once", async () => {
    const all = Array.from({ length: 300 }, (_, at) => at);
    await onBothDatabases(
      inTransaction((trx) =>
        writeInvocations(
          trx,
          all.map((at) => reported(at, false)),
        ),
      ),
    );
    await onBothDatabases((db) => openInvocations(db, 1000).then((rows) => rows.length));
    await onBothDatabases(
      inTransaction((trx) =>
        writeInvocations(
          trx,
          all.filter((at) => at % 2 === 0).map((at) => reported(at, true)),
        ),
      ),
    );
    await onBothDatabases(
      inTransaction((trx) =>
        writeInvocations(
          trx,
          all.toReversed().map((at) => reported(at, at % 2 === 0)),
        ),
      ),
    );
    const written = await onBothDatabases(
      inTransaction((trx) =>
        writeInvocations(
          trx,
          all.map((at) => reported(at, false)),
        ),
      ),
    );
    expect(written).toEqual({ changed: 0, ended: [], older: [] });
    await expectRollupsToMatchRecount(shared);
  });

  it("answers every query alike", async () => {
    await onBothDatabases((db) => addInvocationSessions(db, "r0", ["s1"], 5));
    const questions: InvocationHistoryQuery[] = [
      {},
      { status: ["failed"] },
      { not_status: ["running"], app: ["shop"] },
      { action: ["buy", "read"], not_version: ["v1"] },
      { min_duration_ms: 1_500, max_duration_ms: 3_000 },
      { text: "100% \\ BY_" },
      { text: "ähre" },
      { text: "ähre", status: ["failed"], app: ["shop"] },
      { reason_has: "HTTP 501", not_version: ["v1"] },
      { payload_has: '"at":1' },
      { output_has: "none of them" },
      { query: "NEWS" },
      { query: "r10", action: ["buy"] },
      { session_id: "s1" },
      { reason_key: "HTTP <n> of <n>% \\ by_it" },
      { since_ms: originMs + hourMs, until_ms: originMs + 2 * hourMs },
    ];
    for (const request of questions) {
      const page = await onBothDatabases((db) => searchInvocations(db, request, 40));
      if (page.nextCursor === null) continue;
      const cursor = page.nextCursor;
      await onBothDatabases((db) => searchInvocations(db, { ...request, cursor }, 40));
    }
    const span = { sinceMs: originMs, untilMs: originMs + 6 * hourMs, bucketMs: hourMs };
    const series = await onBothDatabases((db) => readInvocationSeries(db, { by: "version" }, span));
    expect(series.length).toBeGreaterThan(1);
    const wide = { ...span, bucketMs: 3 * hourMs };
    const [all] = await readInvocationSeries(shared, {}, wide);
    const counts = await onBothDatabases((db) => readInvocationCounts(db, wide));
    expect(counts).toEqual(all?.buckets.map(({ p50_ms: _, p95_ms: __, ...bucket }) => bucket));
    const limited = (limit: number) => (db: Database) => readStatuses(db, originMs, originMs + hourMs, limit);
    const started = (await onBothDatabases(limited(1_000)))?.length ?? 0;
    expect(started).toBeGreaterThan(1);
    expect(await onBothDatabases(limited(started))).toHaveLength(started);
    expect(await onBothDatabases(limited(started - 1))).toBeUndefined();
    await onBothDatabases((db) => openTotals(db));
    await onBothDatabases((db) => runningAt(db, originMs + hourMs, 10));
  });

  it("stores gaps, samples, checks and inventory alike", async () => {
    await onBothDatabases((db) => openGap(db, "invocations", 10, "refused"));
    await onBothDatabases((db) => closeGap(db, "invocations", 20));
    await onBothDatabases((db) =>
      addGap(db, { list: "invocations", from_ms: 30, to_ms: 40, why: "not kept" }),
    );
    await onBothDatabases((db) => fillGaps(db, "invocations", 25));
    const request = { list: "invocations", sinceMs: 0, untilMs: 100, filledToo: true, limit: 10 };
    expect(await onBothDatabases((db) => readGaps(db, request))).toHaveLength(2);

    const samples = Array.from({ length: 90 }, (_, at) => ({
      pool_id: "p1",
      at_ms: originMs + at * 15_000,
      available: at % 30 === 7 ? null : at % 4,
      acquired: at % 30 === 7 ? null : 2,
      size: at % 30 === 7 ? null : 6,
    }));
    await onBothDatabases((db) => insertPoolSamples(db, samples));
    const raw = await onBothDatabases((db) =>
      readRawSamples(db, { sinceMs: originMs, untilMs: originMs + 15_000 }),
    );
    expect([...raw]).toMatchObject([
      [
        "p1",
        [
          { at_ms: originMs, available: 0 },
          { available: 1, size: 6 },
        ],
      ],
    ]);
    while (await onBothDatabases(inTransaction((trx) => downsamplePoolSamples(trx, originMs + 900_000))));
    const nowMs = originMs + 90 * 15_000;
    const history = await onBothDatabases((db) =>
      poolHistoryOf(db, { sinceMs: originMs }, nowMs, 0.1 * hourMs),
    );
    expect(history.pools[0]?.samples.length).toBeGreaterThan(10);
    // Every fourth poll found none: each step holds one, whatever its last poll found.
    expect(Math.min(...(history.pools[0]?.samples ?? []).map((point) => point.available_min ?? 9))).toBe(0);
    expect((await onBothDatabases((db) => readRolledUp(db))).fine).not.toBeNull();
    const wide = { sinceMs: originMs - hourMs, steps: 10 };
    const rolledUp = await onBothDatabases((db) => poolHistoryOf(db, wide, nowMs, 48 * hourMs));
    expect(rolledUp.pools[0]?.samples.length).toBeGreaterThan(1);
    const whole = { fromMs: originMs - 3 * hourMs, toMs: nowMs };
    const [pool] = await onBothDatabases((db) => readPoolsIn(db, whole, 60));
    expect(pool).toMatchObject({ pool_id: "p1", unanswered: 3, available_min: 0 });

    const taken = { session_id: "s1", process_id: "c1", at_ms: originMs, cpu_pct: 1.25, mem_bytes: 9e9 };
    await onBothDatabases((db) => addProcessSample(db, taken));
    await onBothDatabases((db) => addProcessSample(db, { ...taken, cpu_pct: null, at_ms: originMs + 1 }));
    const ofProcess = { id: "s1", process_id: "c1" };
    const stored = await onBothDatabases((db) => readProcessSamples(db, ofProcess));
    expect(stored).toMatchObject({ began_at_ms: originMs, count: 2, samples: [{ mem_bytes: 9e9 }, {}] });
    await onBothDatabases((db) =>
      addProcessSample(db, { ...taken, cpu_pct: 0.25, at_ms: originMs + 700_000 }),
    );
    while (await onBothDatabases(inTransaction((trx) => downsampleProcessSamples(trx, originMs + 600_000))));
    expect(
      await onBothDatabases((db) => readProcessSamples(db, ofProcess, { sinceMs: originMs })),
    ).toMatchObject({
      began_at_ms: originMs,
      count: 3,
      step_ms: 300_000,
      samples: [{ at_ms: originMs + 1, cpu_pct: 1.25, cpu_max: 1.25, mem_bytes: 9e9 }, { cpu_pct: 0.25 }],
    });

    const check = { proxy_id: "x1", at_ms: 5, status: "available", latency_ms: 12, ip: "192.0.2.1" };
    await onBothDatabases((db) => insertProxyChecks(db, [{ ...check, latency_ms: null, source: "list" }]));
    await onBothDatabases((db) => insertProxyChecks(db, [{ ...check, source: "operator" }]));
    await onBothDatabases((db) => readProxyChecks(db, { sinceMs: 0 }));
    await onBothDatabases(async (db) => {
      await sql`with recursive times (at) as (select 1 union all select at + 1 from times where at < 20000)
        insert into proxy_checks (proxy_id, at_ms, status, latency_ms, source)
        select 'y' || (at % 7), 1000 + at, case when at % 5 = 0 then 'unavailable' else 'available' end,
          case when at % 3 = 0 then null else at % 11 end, 'list' from times`.execute(db);
    });
    const counted = await onBothDatabases((db) => readProxyChecks(db, { sinceMs: 1_000 }));
    expect(counted.proxies.get("y3")?.summary).toMatchObject({ checks: 2_857, measured: 1_904 });
    await onBothDatabases(async (db) => {
      await db.deleteFrom("proxy_checks").where("at_ms", ">=", 1_000).execute();
    });
    expect(await onBothDatabases(checksBeganAtMs)).toBe(5);
    const newest = await onBothDatabases((db) => recentChecks(db, ["x1", "x2"], { sinceMs: 0, limit: 5 }));
    expect(newest.get("x1")?.at(-1)?.at_ms).toBe(5);
    expect(await onBothDatabases(lastChecks)).toEqual(new Map([["x1", 5]]));

    const seen = { kind: "pool", id: "p1", name: "main", source: "listPools", details: { size: 6 } } as const;
    await onBothDatabases((db) => upsertResources(db, [{ ...seen, atMs: 10 }]));
    await onBothDatabases((db) => upsertResources(db, [{ ...seen, details: { size: 4 }, atMs: 5 }]));
    await onBothDatabases((db) => pinResource(db, { kind: "proxy", id: "x1", label: "Oslo", by: "ada" }, 11));
    const late = {
      kind: "proxy",
      id: "x1",
      name: "x",
      source: "listProxies",
      details: { status: "ok" },
    } as const;
    await onBothDatabases((db) => upsertResources(db, [{ ...late, atMs: 10 }]));
    expect(await onBothDatabases((db) => listResources(db, { kind: "proxy" }))).toMatchObject([
      { ...late, first_seen_ms: 10, last_seen_ms: 10, label: "Oslo" },
    ]);
    const link = { from: { kind: "pool", id: "p1" }, to: { kind: "proxy", id: "x1" }, atMs: 10 } as const;
    await onBothDatabases((db) => recordLinks(db, [link]));
    await onBothDatabases((db) => markAbsentAsEnded(db, { kind: "pool", present: new Set(), atMs: 99_999 }));
    expect(await onBothDatabases((db) => listResources(db, { kind: "pool" }))).toMatchObject([
      { ended_at_ms: 99_999 },
    ]);
    await onBothDatabases((db) => resourcesLinkedTo(db, "pool", { kind: "proxy", ids: ["x1"] }));
    await onBothDatabases((db) => resourcesLinkedToEach(db, "pool", { kind: "proxy", ids: ["x1", "x2"] }));

    const sessions = Array.from(
      { length: 700 },
      (_, at): ResourceRecord => ({
        kind: "session",
        id: `b${at}`,
        name: null,
        source: "listBrowsers",
        atMs: originMs + at,
        details: at % 2 === 0 ? { created_at: new Date(originMs - at).toISOString() } : {},
      }),
    );
    await onBothDatabases((db) => upsertResources(db, sessions));
    const range = { fromMs: originMs + 10, toMs: originMs + hourMs };
    const lane = await onBothDatabases((db) => readTimelineSessions(db, range));
    expect([lane.total, lane.items.length]).toEqual([690, 500]);
  });

  it("stores and deletes logs alike", async () => {
    const line = (at: number) => ({
      json: JSON.stringify({
        at: new Date(originMs + at).toISOString(),
        text: `${at} Ähre "tried again" a=${at % 7} ${"é".repeat(9_000)}`,
      }),
      kind: "line" as const,
      at: new Date(originMs + at).toISOString(),
      missing: 0,
    });
    const topics = ["i1", "i2", "i3"].map((invocationId) => ({ invocationId }));
    await onBothDatabases((db) =>
      db.transaction().execute(async (trx) => {
        const rows = await createStoredLogs(trx, topics, originMs);
        for (const row of rows) {
          const log = new StoredLog(row, 0);
          for (let at = 1; at <= 30; at += 1) log.append([line(at)], originMs + row.id);
          if (row.id < 3) log.end("over", originMs + 50);
          await saveStoredLogs(trx, dialectOf(db), [log.unsaved()]);
        }
        return rows;
      }),
    );
    await onBothDatabases((db) => storedLogsOf(db, [...topics.map(logTopic), "invocation:none"]));
    await onBothDatabases((db) => unendedStoredLogs(db, 10));
    for (const [q, found] of [
      ["ähre 12", 3],
      ["ähr", 90],
      ["hre", 0],
      ['"tried again"', 90],
      ['"ied again"', 0],
      ["a=3", 12],
      ["again -12", 87],
      ["1", 15],
      ["since:2026-11-01T00:00:00.029Z", 6],
      ["session:none", 0],
    ] as const) {
      const answer = await onBothDatabases((db) => searchStoredLogs(db, { q }, originMs));
      expect([q, answer.lines.length, answer.next_cursor]).toEqual([q, found, null]);
    }
    await onBothDatabases((db) => newestEntries(db, 3, 10));
    await onBothDatabases((db) => storedLogTotals(db));
    const page = await onBothDatabases((db) => readStoredLines(db, 1, { from_line: 9, limit: 4 }));
    expect(page.entries.map((entry) => entry.line)).toEqual([9, 10, 11, 12]);
    const [log] = await onBothDatabases((db) => listStoredLogs(db, { invocation_id: "i3" }));
    expect(log).toMatchObject({ id: 3, lines: 30 });
    const trimmed = await onBothDatabases(
      inTransaction(async (trx) => trimStoredLog(trx, await storedLogRow(trx, 3), 200_000)),
    );
    expect(trimmed?.lines).toBeGreaterThan(0);
    const dropped = await onBothDatabases(inTransaction((trx) => dropOldestStoredLogs(trx, 1, originMs)));
    expect(dropped).toEqual({ logs: 1, beforeMs: originMs + 1 });
    while (await onBothDatabases(inTransaction((trx) => dropStoredLogs(trx, originMs + 3))));
    const left = await onBothDatabases((db) => storedLogsOf(db, topics.map(logTopic)));
    expect(left.map(({ topic }) => topic)).toEqual(["invocation:i3"]);
    await onBothDatabases(inTransaction((trx) => reopenStoredLogs(trx, left)));
    expect(await onBothDatabases((db) => unendedStoredLogs(db, 10))).toMatchObject([{ ended_at_ms: null }]);
  });

  it("stores and deletes pictures alike", async () => {
    const png = pngOf(320, 200);
    const pictures = Array.from({ length: 40 }, (_, at) => ({
      session_id: `s${at % 2}`,
      at_ms: originMs + at - (at % 5 === 4 ? 2 : 0),
      png,
      reason: at % 8 === 0 ? ("navigation" as const) : ("change" as const),
      url: `https://a.example/${at}`,
    }));
    await onBothDatabases(inTransaction((trx) => addPictures(trx, pictures)));
    // Each database has ids of its own.
    const listed = (db: Database) =>
      Promise.all([listPictures(db, "s0"), listPictures(db, "s1", { from_ms: originMs + 9, limit: 7 })]).then(
        (lists) => lists.flat().map(({ id: _, ...picture }) => picture),
      );
    expect((await onBothDatabases(listed)).length).toBeGreaterThan(20);
    await onBothDatabases((db) =>
      lastPictures(db, ["s0", "s1", "none"]).then((last) => last.map(({ at_ms: atMs }) => atMs).toSorted()),
    );
    const bytes = await onBothDatabases(async (db) => {
      const [first] = await listPictures(db, "s0");
      return Buffer.from(await readPicture(db, first?.id ?? ""));
    });
    expect(bytes.equals(png)).toBe(true);
    const trimmed = await onBothDatabases(
      inTransaction((trx) => trimPictures(trx, "s0", 5 * png.byteLength)),
    );
    expect(trimmed?.pictures).toBeGreaterThan(0);
    await onBothDatabases(listed);
    await onBothDatabases(inTransaction((trx) => dropOldestPictures(trx, png.byteLength + 1)));
    while (await onBothDatabases(inTransaction((trx) => dropPictures(trx, originMs + 20))));
    expect((await onBothDatabases(pictureTotals)).pictures).toBeGreaterThan(0);
    expect(await onBothDatabases(averagePictureBytes)).toBeGreaterThan(0);
    await onBothDatabases((db) => deletePicturesOf(db, ["s0", "s1"]));
    expect(await onBothDatabases(pictureTotals)).toEqual({ pictures: 0, bytes: 0, oldest_ms: null });
  });

  it("finds the words of a PostgreSQL database in which they were stored as lexemes", async () => {
    const databaseUrl = await postgres.database();
    const earlier = await openStore({ dataDir, databaseUrl });
    const [row] = await createStoredLogs(earlier, [{ invocationId: "i1" }], originMs);
    const log = new StoredLog(row ?? expect.unreachable(), 0);
    const at = new Date(originMs).toISOString();
    const text = "Ähre was tried again";
    log.append([{ json: JSON.stringify({ at, text }), kind: "line", at, missing: 0 }], originMs);
    log.end("over", originMs);
    await saveStoredLogs(earlier, "postgres", [log.unsaved()]);
    const lexemes = "array_to_tsvector(string_to_array(words, ' '))";
    for (const statement of [
      "drop index stored_log_chunks_by_words",
      `alter table stored_log_chunks alter column words type tsvector using ${lexemes}`,
      "create index stored_log_chunks_by_words on stored_log_chunks using gin (words) with (fastupdate = off)",
    ])
      await sql.raw(statement).execute(earlier);
    // The step by itself: those after it have run.
    await storedWordsAsText(earlier, "postgres");
    try {
      for (const [q, found] of [
        ["tri", 1],
        ["ähre again", 1],
        ["ied", 0],
      ] as const)
        expect([q, (await searchStoredLogs(earlier, { q }, originMs)).lines.length]).toEqual([q, found]);
    } finally {
      await earlier.destroy();
    }
  });

  it("selects what evidence is stored alike", async () => {
    const settings: EvidenceSettings = {
      logs: "failed",
      network: "all",
      pictures: "off",
      video: "off",
      days: 7,
      max_mb: 64,
      session_mb: 1,
      streams: 10,
      exceptions: [
        { app: "shop", network: "off" },
        { pool: "main", logs: "off" },
      ],
    };
    const defaults = { ...settings, days: 9, exceptions: [] };
    await onBothDatabases((db) => writeEvidenceSettings(db, { settings: defaults, defaults }, "ada", 1));
    await onBothDatabases((db) => writeEvidenceSettings(db, { settings, defaults }, "bob", originMs));
    expect(await onBothDatabases((db) => readEvidenceSettings(db, defaults))).toEqual({
      settings,
      changed: ["days", "exceptions"],
      set_by: "bob",
      set_at_ms: originMs,
    });
    const to = { kind: "session", id: "b1" } as const;
    await onBothDatabases((db) => recordLinks(db, [{ from: { kind: "pool", id: "p1" }, to, atMs: 10 }]));
    await onBothDatabases((db) => addInvocationSessions(db, "r0", ["b2"], 5));
    const ids = ["b1", "b2", "b3"];
    expect(await onBothDatabases((db) => sessionsToDelete(db, settings, "logs", ids))).toEqual(["b1", "b3"]);
    expect(
      await onBothDatabases(async (db) =>
        sessionsToStore(db, settings, "network", await livingSessions(db, 500)),
      ),
    ).not.toContain("b2");
    const { browsers, invocations } = await onBothDatabases((db) =>
      previewEvidence(db, settings, originMs + 6 * hourMs),
    );
    expect([browsers.examined, invocations.examined]).toEqual([700, 300]);
  });

  it("reports its contents, and deletes old rows", async () => {
    const nowMs = originMs + 400 * hourMs;
    const counted = await onBothDatabases((db) =>
      tableFigures(db, nowMs).then(({ tables }) => tables.map(({ table }) => table)),
    );
    expect(counted).toContain("invocations");
    // The lease of an earlier test may have expired.
    await takeLease(shared, {
      name: "recorder",
      holder: "next",
      dead: await readLease(shared, "recorder"),
    });
    const retention = { rawHours: 48, days: 30, maxMb: 64 };
    const state = await readRecorder(shared, { retention, auditDays: 365, holder: "next", nowMs });
    expect(state).toMatchObject({
      leader: { here: true },
      store: { kind: "PostgreSQL", used_bytes: null, max_bytes: null },
    });
    expect(state.store.bytes).toBeGreaterThan(0);
    const late = { rawBeforeMs: nowMs, beforeMs: nowMs, nowMs };
    while (await onBothDatabases(inTransaction((trx) => dropOld(trx, late, [dropExpiredAlerts]))));
    while (await onBothDatabases(inTransaction((trx) => dropInvocations(trx, nowMs))));
    expect(
      (await onBothDatabases((db) => searchInvocations(db, {}, 10))).rows.filter(({ open }) => open === 0),
    ).toEqual([]);
  });

  it("counts alike what failing invocations share", async () => {
    const atMs = originMs + 100 * hourMs;
    const failed = (at: number) => at < 12;
    const spiky = (at: number) => `spiky-${at}`;
    const rows = Array.from({ length: 40 }, (_, at) =>
      invocationRowOf(
        {
          id: spiky(at),
          app_name: "spiky",
          action_name: "pay",
          version: at < 14 ? "v2" : "v1",
          status: failed(at) ? "failed" : "succeeded",
          started_at: new Date(atMs + at).toISOString(),
          finished_at: new Date(atMs + at + 1_000).toISOString(),
          status_reason: failed(at) ? (at === 11 ? "the service was stopped" : "no route") : null,
        },
        atMs,
      ),
    );
    const session = (at: number) => ({ kind: "session", id: `of-${at}` }) as const;
    /** By its id, or by its name. */
    const poolOf = (at: number) => (failed(at) ? (at % 2 === 0 ? pool.id : "spare") : "other");
    const second = { kind: "session", id: "second" } as const;
    const pool = { kind: "pool", id: "spiky-pool" } as const;
    await onBothDatabases(
      inTransaction(async (trx) => {
        await writeInvocations(trx, rows);
        const described = { source: "listBrowsers", atMs } as const;
        // Every third browser is known by its id alone.
        const read = rows.flatMap((_, at) => (at % 3 === 2 ? [] : [session(at)]));
        await upsertResources(trx, [
          { ...pool, ...described, name: "spare", details: { size: 2 } },
          ...[...read, second].map((each) => ({
            ...each,
            ...described,
            name: null,
            details: { headless: true },
          })),
        ]);
        for (const at of rows.keys()) {
          const browser = session(at);
          if (at % 2 === 0) await addInvocationSessions(trx, spiky(at), [browser.id], atMs);
          else await recordLinks(trx, [{ from: { kind: "invocation", id: spiky(at) }, to: browser, atMs }]);
          const proxy = { kind: "proxy", id: failed(at) ? "bad" : "good" } as const;
          const profile = { kind: "profile", id: "same" } as const;
          await recordLinks(trx, [
            { from: browser, to: proxy, atMs },
            { from: browser, to: profile, atMs },
            ...(at < 20 ? [{ from: { ...pool, id: poolOf(at) }, to: browser, atMs }] : []),
          ]);
        }
        await addInvocationSessions(trx, spiky(0), [second.id], atMs);
        await recordLinks(trx, [
          { from: second, to: { kind: "proxy", id: "bad" }, atMs },
          { from: { ...pool, id: "spare" }, to: second, atMs },
        ]);
      }),
    );
    const spike = await onBothDatabases((db) => readSpike(db, { nowMs: atMs + 60_000, minutes: 30 }));
    // 39 count, as one was interrupted; the browser of 27 is read, and the pool of 19 is known.
    expect(spike).toMatchObject({ looked_at: 39, sessions_known: { failed: 8, ended: 27 } });
    expect(spike.attributes).toMatchObject([
      { kind: "proxy", id: "bad", failed_with: 8, failed: 8, ended_with: 8, ended: 27 },
      { kind: "version", id: "spiky v2", failed_with: 11, failed: 11, ended_with: 13, ended: 39 },
      { kind: "pool", id: pool.id, name: "spare", failed_with: 11, failed: 11, ended_with: 11, ended: 19 },
    ]);
    const others = async (id: string) => {
      const query = { reason_key: "no route", invocation_id: id, since_ms: atMs };
      const similar = await onBothDatabases((db) => readSimilarFailures(db, query, atMs + 60_000));
      return [similar.count, similar.others, similar.sessions_known];
    };
    expect(await others(spiky(0)), "one of them").toEqual([11, 10, 8]);
    expect(await others(spiky(11)), "one that was stopped").toEqual([11, 11, 8]);
  });
});
