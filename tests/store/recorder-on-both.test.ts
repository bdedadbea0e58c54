// What the recorder writes and what is asked of it: the same in PostgreSQL as in the embedded file, question by question.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunHistoryQuery } from "../../lib/bff/run-history.ts";
import { type Database, openStore } from "../../lib/server/store/database.ts";
import { addGap, closeGap, fillGaps, openGap, readGaps } from "../../lib/server/store/gaps.ts";
import {
  listSeen,
  pinSeen,
  recordAbsence,
  recordLinks,
  recordSightings,
  seenLeadingTo,
} from "../../lib/server/store/inventory.ts";
import {
  LeaseLost,
  leaseLives,
  releaseLease,
  renewLease,
  takeLease,
  underLease,
} from "../../lib/server/store/leases.ts";
import { insertPoolSamples } from "../../lib/server/store/pool-samples.ts";
import { addProcessSample, readProcessSamples } from "../../lib/server/store/process-samples.ts";
import { thinProcessSamples } from "../../lib/server/store/process-steps.ts";
import { insertProxyChecks, lastChecks, readProxyChecks } from "../../lib/server/store/proxy-checks.ts";
import { dropOld, dropRuns } from "../../lib/server/store/retention.ts";
import { runRowOf } from "../../lib/server/store/run-rows.ts";
import { searchRuns } from "../../lib/server/store/run-search.ts";
import { readRunSeries } from "../../lib/server/store/run-series.ts";
import { addRunSessions } from "../../lib/server/store/run-sessions.ts";
import { openRuns, writeRuns } from "../../lib/server/store/runs.ts";
import { fillCreation } from "../../lib/server/store/session-creation.ts";
import { tableFigures } from "../../lib/server/store/table-figures.ts";
import { thinPoolSamples } from "../../lib/server/store/thin-samples.ts";
import { readTimelineSessions } from "../../lib/server/store/timeline-sessions.ts";
import { poolHistoryOf } from "../../lib/server/watch/pool-history.ts";
import { readRecorder } from "../../lib/server/watch/read-recorder.ts";
import { expectRollupsToBeARecount } from "../support/mirror-truth.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/postgres.ts";

const hourMs = 3_600_000;
const originMs = Date.UTC(2026, 10, 1);
const pick = (values: readonly string[], at: number) => values[at % values.length] ?? "";

/** A run as it was told at first, and as it ended. */
function told(at: number, over: boolean) {
  const startedMs = originMs + at * 60_000;
  const failed = at % 5 === 0;
  return runRowOf(
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
  async function onBoth<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const [inFile, inShared] = [await work(file), await work(shared)];
    expect(inShared).toEqual(inFile);
    return inShared;
  }
  const inOne =
    <T>(work: (trx: Database) => Promise<T>) =>
    (db: Database) =>
      db.transaction().execute(work);

  it("gives a lease to one of many takers, and refuses the writes of whoever lost it", async () => {
    const takers = [shared, other, shared, other, shared, other];
    const taken = await Promise.all(
      takers.map((db, at) => takeLease(db, { name: "recorder", holder: `h${at}` })),
    );
    const [first, ...more] = taken.filter((lease) => lease !== undefined);
    expect(more).toEqual([]);
    if (first === undefined) throw new Error("nobody took the lease");
    expect(await leaseLives(other, "recorder")).toBe(true);
    expect(await renewLease(shared, first)).toBe(true);
    await releaseLease(shared, first);
    const second = await takeLease(other, { name: "recorder", holder: "next" });
    expect(second?.term).toBe(first.term + 1);
    expect(await renewLease(shared, first)).toBe(false);
    const late = underLease(shared, first, (trx) => writeRuns(trx, [told(1, true)]));
    await expect(late).rejects.toThrow(LeaseLost);
    expect((await searchRuns(shared, {}, 10)).rows).toEqual([]);
  });

  it("mirrors runs told twice, late and in any order, as one", async () => {
    const all = Array.from({ length: 300 }, (_, at) => at);
    await onBoth(
      inOne((trx) =>
        writeRuns(
          trx,
          all.map((at) => told(at, false)),
        ),
      ),
    );
    await onBoth((db) => openRuns(db, originMs + 400 * hourMs, 1000).then((rows) => rows.length));
    await onBoth(
      inOne((trx) =>
        writeRuns(
          trx,
          all.filter((at) => at % 2 === 0).map((at) => told(at, true)),
        ),
      ),
    );
    await onBoth(
      inOne((trx) =>
        writeRuns(
          trx,
          all.toReversed().map((at) => told(at, at % 2 === 0)),
        ),
      ),
    );
    const written = await onBoth(
      inOne((trx) =>
        writeRuns(
          trx,
          all.map((at) => told(at, false)),
        ),
      ),
    );
    expect(written).toEqual({ changed: 0, ended: [] });
    await expectRollupsToBeARecount(shared);
  });

  it("answers every question alike", async () => {
    await onBoth((db) => addRunSessions(db, "r0", ["s1"], 5));
    const questions: RunHistoryQuery[] = [
      {},
      { status: ["failed"] },
      { not_status: ["running"], app: ["shop"] },
      { action: ["buy", "read"], not_version: ["v1"] },
      { min_duration_ms: 1_500, max_duration_ms: 3_000 },
      { text: "100% \\ BY_" },
      { text: "ähre" },
      { session_id: "s1" },
      { reason_key: "HTTP <n> of <n>% \\ by_it" },
      { since_ms: originMs + hourMs, until_ms: originMs + 2 * hourMs },
    ];
    for (const asked of questions) {
      const page = await onBoth((db) => searchRuns(db, asked, 40));
      if (page.nextCursor === null) continue;
      const cursor = page.nextCursor;
      await onBoth((db) => searchRuns(db, { ...asked, cursor }, 40));
    }
    const span = { sinceMs: originMs, untilMs: originMs + 6 * hourMs, bucketMs: hourMs };
    const series = await onBoth((db) => readRunSeries(db, { by: "version" }, span));
    expect(series.length).toBeGreaterThan(1);
  });

  it("keeps gaps, samples, checks and what was seen alike", async () => {
    await onBoth((db) => openGap(db, "invocations", 10, "refused"));
    await onBoth((db) => closeGap(db, "invocations", 20));
    await onBoth((db) => addGap(db, { list: "invocations", from_ms: 30, to_ms: 40, why: "not kept" }));
    await onBoth((db) => fillGaps(db, "invocations", 25));
    const asked = { sinceMs: 0, untilMs: 100, filledToo: true, limit: 10 };
    expect(await onBoth((db) => readGaps(db, asked))).toHaveLength(2);

    const samples = Array.from({ length: 90 }, (_, at) => ({
      pool_id: "p1",
      at_ms: originMs + at * 15_000,
      available: at % 30 === 7 ? null : at % 4,
      acquired: at % 30 === 7 ? null : 2,
      size: at % 30 === 7 ? null : 6,
    }));
    await onBoth((db) => insertPoolSamples(db, samples));
    while (await onBoth(inOne((trx) => thinPoolSamples(trx, originMs + 900_000))));
    const nowMs = originMs + 90 * 15_000;
    const history = await onBoth((db) => poolHistoryOf(db, { sinceMs: originMs }, nowMs, 0.1 * hourMs));
    expect(history.pools[0]?.samples.length).toBeGreaterThan(10);
    // Every fourth poll found none: each step holds one, whatever its last poll found.
    expect(Math.min(...(history.pools[0]?.samples ?? []).map((point) => point.available_min ?? 9))).toBe(0);

    const taken = { session_id: "s1", process_id: "c1", at_ms: originMs, cpu_pct: 1.25, mem_bytes: 9e9 };
    await onBoth((db) => addProcessSample(db, taken));
    await onBoth((db) => addProcessSample(db, { ...taken, cpu_pct: null, at_ms: originMs + 1 }));
    const ofProcess = { id: "s1", process_id: "c1" };
    const kept = await onBoth((db) => readProcessSamples(db, ofProcess));
    expect(kept).toMatchObject({ began_at_ms: originMs, count: 2, samples: [{ mem_bytes: 9e9 }, {}] });
    await onBoth((db) => addProcessSample(db, { ...taken, cpu_pct: 0.25, at_ms: originMs + 700_000 }));
    while (await onBoth(inOne((trx) => thinProcessSamples(trx, originMs + 600_000))));
    expect(await onBoth((db) => readProcessSamples(db, ofProcess, { sinceMs: originMs }))).toMatchObject({
      ...{ began_at_ms: originMs, count: 3, step_ms: 300_000 },
      samples: [{ at_ms: originMs + 1, cpu_pct: 1.25, cpu_max: 1.25, mem_bytes: 9e9 }, { cpu_pct: 0.25 }],
    });

    const check = { proxy_id: "x1", at_ms: 5, status: "available", latency_ms: 12, ip: "192.0.2.1" };
    await onBoth((db) => insertProxyChecks(db, [{ ...check, latency_ms: null, source: "list" }]));
    await onBoth((db) => insertProxyChecks(db, [{ ...check, source: "operator" }]));
    await onBoth((db) => readProxyChecks(db, { sinceMs: 0 }));
    expect(await onBoth(lastChecks)).toEqual(new Map([["x1", 5]]));

    const seen = { kind: "pool", id: "p1", name: "main", source: "listPools", facts: { size: 6 } } as const;
    await onBoth((db) => recordSightings(db, [{ ...seen, atMs: 10 }]));
    await onBoth((db) => recordSightings(db, [{ ...seen, facts: { size: 4 }, atMs: 5 }]));
    await onBoth((db) => pinSeen(db, { kind: "proxy", id: "x1", label: "Oslo", by: "ada" }, 11));
    const late = {
      kind: "proxy",
      id: "x1",
      name: "x",
      source: "listProxies",
      facts: { status: "ok" },
    } as const;
    await onBoth((db) => recordSightings(db, [{ ...late, atMs: 10 }]));
    expect(await onBoth((db) => listSeen(db, { kind: "proxy" }))).toMatchObject([
      { ...late, first_seen_ms: 10, last_seen_ms: 10, label: "Oslo" },
    ]);
    const link = { from: { kind: "pool", id: "p1" }, to: { kind: "proxy", id: "x1" }, atMs: 10 } as const;
    await onBoth((db) => recordLinks(db, [link]));
    await onBoth((db) => recordAbsence(db, { kind: "pool", present: new Set(), atMs: 99_999 }));
    expect(await onBoth((db) => listSeen(db, { kind: "pool" }))).toMatchObject([{ ended_at_ms: 99_999 }]);
    await onBoth((db) => seenLeadingTo(db, "pool", { kind: "proxy", ids: ["x1"] }));
    // Before the clock was set back: as of now nothing was seen.
    const aheadMs = nowMs + hourMs;
    await onBoth((db) => recordSightings(db, [{ ...seen, atMs: aheadMs }]));
    await onBoth((db) => recordLinks(db, [{ ...link, atMs: aheadMs }]));
    await onBoth((db) => recordSightings(db, [{ ...seen, facts: { size: 3 }, atMs: nowMs }], nowMs));
    await onBoth((db) => recordLinks(db, [{ ...link, atMs: nowMs }], nowMs));
    expect(await onBoth((db) => listSeen(db, { kind: "pool" }))).toMatchObject([
      { facts: { size: 3 }, last_seen_ms: nowMs },
    ]);
    await onBoth((db) => recordSightings(db, [{ ...seen, atMs: aheadMs }]));
    await onBoth((db) => recordAbsence(db, { kind: "pool", present: new Set(), atMs: nowMs }, nowMs));
    expect(await onBoth((db) => listSeen(db, { kind: "pool" }))).toMatchObject([{ ended_at_ms: nowMs }]);

    const sessions = Array.from({ length: 700 }, (_, at) => ({
      ...({
        kind: "session",
        id: `b${at}`,
        name: null,
        source: "listBrowsers",
        atMs: originMs + at,
      } as const),
      facts: at % 2 === 0 ? { created_at: new Date(originMs - at).toISOString() } : {},
    }));
    await onBoth((db) => recordSightings(db, sessions));
    const range = { fromMs: originMs + 10, toMs: originMs + hourMs };
    const lane = await onBoth((db) => readTimelineSessions(db, range));
    expect([lane.total, lane.items.length]).toEqual([690, 500]);
    await onBoth(async (db) => {
      await db.updateTable("seen").set({ created_at_ms: null }).execute();
      await fillCreation(db);
    });
    expect(await onBoth((db) => readTimelineSessions(db, range))).toEqual(lane);
  });

  it("says what it holds, and lets the old go", async () => {
    const nowMs = originMs + 400 * hourMs;
    const counted = await onBoth((db) =>
      tableFigures(db, nowMs).then(({ tables }) => tables.map(({ table }) => table)),
    );
    expect(counted).toContain("runs");
    const retention = { rawHours: 48, days: 30, maxMb: 64 };
    const state = await readRecorder(shared, { retention, holder: "next", nowMs });
    expect(state).toMatchObject({ leader: { here: true }, store: { kind: "PostgreSQL", max_bytes: null } });
    expect(state.store.bytes).toBeGreaterThan(0);
    const late = { rawBeforeMs: nowMs, beforeMs: nowMs };
    while (await onBoth(inOne((trx) => dropOld(trx, late))));
    while (await onBoth(inOne((trx) => dropRuns(trx, nowMs))));
    expect((await onBoth((db) => searchRuns(db, {}, 10))).rows.filter(({ open }) => open === 0)).toEqual([]);
  });
});
