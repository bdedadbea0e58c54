import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { hourMs } from "../../bff/time-units.ts";
import { dropExpiredAlerts } from "../alerts/expired-alerts.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { addProcessSample } from "../browsers/process-sample-queries.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { usedBytes } from "../db/disk-usage.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { pinResource, type ResourceRecord, upsertResources } from "../inventory/resource-writes.ts";
import { listResources } from "../inventory/resources.ts";
import { readSeries } from "../invocations/invocation-history.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { floorsCheckpoint, writeInvocations } from "../invocations/invocation-writes.ts";
import { rollupWidths } from "../invocations/rollups.ts";
import { firstProgress, progressCheckpoint } from "../invocations/sync-progress.ts";
import { downsamplePoolSamples } from "../pools/downsample-pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { readRecorder } from "./read-recorder.ts";
import { pauseMs, RetentionJob, trimmedCheckpoint } from "./retention.ts";
import { usedBytesWithoutEvidence } from "./used-bytes.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;
let clock: TestClock;
let reports: string[] = [];
beforeEach(async () => {
  reports = [];
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-retention-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(nowMs);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const retentionJob = (maxMb = 4096, days = 30) =>
  new RetentionJob({
    db,
    write: (work) => db.transaction().execute(work),
    retention: { rawHours: 48, days, maxMb },
    dropExpired: [dropExpiredAlerts],
    clock,
    report: (what) => reports.push(what),
  });
async function toEnd(given: RetentionJob) {
  for (let turn = 0; turn < 200; turn += 1) if ((await given.turn()) === undefined) return;
  throw new Error("never done");
}
const invocationRow = (id: string, ageMs: number, over = true, output = "") =>
  invocationRowOf(
    {
      id,
      app_name: "a",
      started_at: new Date(nowMs - ageMs).toISOString(),
      status: over ? "succeeded" : "running",
      finished_at: over ? new Date(nowMs - ageMs + 10).toISOString() : null,
      output,
    },
    nowMs,
  );
const write = (rows: ReturnType<typeof invocationRow>[]) =>
  db.transaction().execute((trx) => writeInvocations(trx, rows));
const idsLeft = async () =>
  (await db.selectFrom("invocations").select("id").orderBy("id").execute()).map(({ id }) => id);
const audit = () =>
  appendAudit(
    db,
    { actor: "ada", role: "admin", ip: "::1", requestId: "r", action: "x", phase: "event" },
    nowMs - 5000 * hourMs,
  );

const recordProxy = (id: string, ageMs: number) =>
  upsertResources(db, [
    { kind: "proxy", id, name: null, source: "listProxies", details: {}, atMs: nowMs - ageMs },
  ]);
async function alertOf(id: string, resolvedAgeMs: number | null) {
  const resolved_at_ms = resolvedAgeMs === null ? null : nowMs - resolvedAgeMs;
  await db
    .insertInto("alerts")
    .values({
      id,
      rule_id: "r",
      rule_name: "R",
      kind: "pool_empty",
      subject: id,
      label: "",
      message: "",
      fired_at_ms: 1,
      resolved_at_ms,
      resolved_why: null,
      fired_message: "",
    })
    .execute();
}
async function deliveryOf(alert: string, ageMs: number, state: "delivered" | "waiting" = "delivered") {
  const id = `to-${alert}-${state}`;
  await db
    .insertInto("alert_deliveries")
    .values({
      id,
      webhook_id: "w",
      alert_id: alert,
      event: "fired",
      title: "",
      body: "",
      attempts: 1,
      state,
      created_at_ms: nowMs - ageMs,
      next_at_ms: 0,
      done_at_ms: null,
    })
    .execute();
  await db
    .insertInto("alert_attempts")
    .values({ delivery_id: id, number: 1, at_ms: nowMs - ageMs, status: 200, ms: 1, error: null })
    .execute();
}
/** Adds one row of each recorded kind except invocations, `ageMs` old. */
async function addRecordsOfEveryKind(ageMs: number) {
  await recordProxy("p1", ageMs);
  const link = { from: { kind: "session", id: "s1" }, to: { kind: "proxy", id: "p1" } } as const;
  await recordLinks(db, [{ ...link, atMs: nowMs - ageMs }]);
  const check = { status: "available", latency_ms: null, ip: null, source: "list" } as const;
  await insertProxyChecks(db, [{ ...check, proxy_id: "p1", at_ms: nowMs - ageMs }]);
  await alertOf("a1", ageMs);
  await deliveryOf("a1", ageMs);
}
async function tablesWithRows() {
  const left: string[] = [];
  const tables = [
    "resources",
    "resource_links",
    "proxy_checks",
    "alerts",
    "alert_deliveries",
    "alert_attempts",
  ] as const;
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select((each) => each.fn.countAll<number>().as("count"))
      .executeTakeFirst();
    if (row?.count !== 0) left.push(table);
  }
  return left;
}
const allOtherTables = [
  "resources",
  "resource_links",
  "proxy_checks",
  "alerts",
  "alert_deliveries",
  "alert_attempts",
];

describe("RetentionJob", () => {
  it("deletes invocations by age, keeps open ones and the audit, and does not store deleted ones again", async () => {
    await audit();
    const old = invocationRow("old", 31 * 24 * hourMs);
    await write([
      old,
      invocationRow("open", 40 * 24 * hourMs, false),
      invocationRow("new", 29 * 24 * hourMs),
    ]);
    await toEnd(retentionJob());
    expect(await idsLeft()).toEqual(["new", "open"]);
    await write([old]);
    expect(await idsLeft()).toEqual(["new", "open"]);
    expect(await db.selectFrom("audit").selectAll().execute()).toHaveLength(1);
  });

  it("keeps fine roll-ups for the raw hours and coarse ones for the days, and adds a late invocation to the coarse", async () => {
    await write([invocationRow("a", hourMs), invocationRow("b", 50 * hourMs)]);
    await toEnd(retentionJob());
    await write([invocationRow("late", 51 * hourMs)]);
    const rows = await db.selectFrom("invocation_rollups").select(["width_ms", "succeeded"]).execute();
    const count = (width: number) =>
      rows.filter((row) => row.width_ms === width).reduce((sum, row) => sum + row.succeeded, 0);
    expect(count(rollupWidths.fine)).toBe(1);
    expect(count(rollupWidths.coarse)).toBe(3);
  });

  it("deletes the oldest when the database is too large, and records it", async () => {
    await audit();
    const noise = "x".repeat(1000);
    const many = Array.from({ length: 3_000 }, (_, at) =>
      invocationRow(`r${String(at).padStart(5, "0")}`, 1000 + (3_000 - at) * 1000, true, noise),
    );
    await write(many);
    const before = (await usedBytes(db)) ?? 0;
    await toEnd(retentionJob(2));
    const left = await idsLeft();
    expect(before).toBeGreaterThan(2_000_000);
    expect(await usedBytes(db)).toBeLessThanOrEqual(2_000_000);
    expect(left.length).toBeGreaterThan(0);
    expect(left[0]).toBe(`r${String(3_000 - left.length).padStart(5, "0")}`);
    const trimmed = await readCheckpoint(
      db,
      trimmedCheckpoint,
      z.object({ at_ms: z.number(), before_ms: z.number() }),
    );
    expect(trimmed).toEqual({ at_ms: nowMs, before_ms: nowMs - 1000 - left.length * 1000 - 1000 + 1 });
    expect(await db.selectFrom("audit").selectAll().execute()).toHaveLength(1);
  });

  it("deletes ended resources when no ended invocation is left, and reports when that is not enough", async () => {
    const details = { note: "x".repeat(2_000) };
    const session = (id: string, at: number, endedAtMs?: number): ResourceRecord => ({
      kind: "session",
      id,
      name: null,
      source: "listBrowsers",
      details,
      endedAtMs,
      atMs: nowMs - hourMs + at,
    });
    const ended = Array.from({ length: 1_500 }, (_, at) => session(`e${at}`, at, nowMs - 60_000));
    const lasting = Array.from({ length: 300 }, (_, at) => session(`open${at}`, at));
    await upsertResources(db, [...ended, ...lasting]);
    await pinResource(db, { kind: "session", id: "e0", label: "", by: "ann" }, nowMs);
    await write([invocationRow("gone", hourMs), invocationRow("open", hourMs, false)]);
    const store = async (maxMb: number) => {
      const retention = { rawHours: 48, days: 30, maxMb };
      return (await readRecorder(db, { retention, auditDays: 365, holder: "here", nowMs })).store;
    };
    const before = await store(1);
    expect(before).toMatchObject({ trimmed_ids_at_ms: null, over_bound: false });
    expect(before.used_bytes).toBe(await usedBytesWithoutEvidence(db));
    await toEnd(retentionJob(5));
    expect(await usedBytes(db)).toBeLessThanOrEqual(5_000_000);
    const left = async () => (await db.selectFrom("resources").select("id").execute()).map(({ id }) => id);
    const some = await left();
    expect(some).toEqual(expect.arrayContaining(["e0", "e1499", ...lasting.map(({ id }) => id)]));
    expect(some).not.toContain("e1");
    expect(await idsLeft()).toEqual(["open"]);
    expect(await store(5)).toMatchObject({ trimmed_ids_at_ms: nowMs, over_bound: false });
    await toEnd(retentionJob(0.2));
    expect((await left()).sort()).toEqual(["e0", ...lasting.map(({ id }) => id)].sort());
    const after = await store(0.2);
    expect(after).toMatchObject({ over_bound: true });
    // What was deleted left free space in the file.
    expect(after.used_bytes).toBeLessThan(after.bytes / 2);
  });

  it("deletes nothing by age for six hours after the clock jumped, then everything expired but pins", async () => {
    await write([invocationRow("a", hourMs)]);
    await addRecordsOfEveryKind(hourMs);
    await recordProxy("pinned", hourMs);
    await pinResource(db, { kind: "proxy", id: "pinned", label: "", by: "ann" }, nowMs - hourMs);
    const given = retentionJob();
    await toEnd(given);
    expect([given.paused, reports]).toEqual([false, []]);
    clock.step(400 * 24 * hourMs);
    for (const passedMs of [0, pauseMs - 1]) {
      await clock.advance(passedMs);
      await toEnd(given);
      expect(given.paused).toBe(true);
      expect(await idsLeft()).toEqual(["a"]);
      expect(await tablesWithRows()).toEqual(allOtherTables);
    }
    expect(reports).toEqual(["the clock jumped, so nothing is deleted by age for six hours"]);
    await clock.advance(1);
    await toEnd(given);
    expect(given.paused).toBe(false);
    expect(await idsLeft()).toEqual([]);
    expect(await tablesWithRows()).toEqual(["resources"]);
    expect((await listResources(db, {})).map(({ id }) => id)).toEqual(["pinned"]);
  });

  it("pauses for six hours in all where it runs for one a day", async () => {
    await write([invocationRow("a", hourMs)]);
    await toEnd(retentionJob());
    clock.step(60 * 24 * hourMs);
    for (let hoursLeft = pauseMs / hourMs; hoursLeft > 0; hoursLeft -= 1) {
      const next = retentionJob();
      await toEnd(next);
      expect(next.paused).toBe(true);
      expect(await idsLeft()).toEqual(["a"]);
      await clock.advance(hourMs);
      await toEnd(next);
      expect(next.paused).toBe(hoursLeft > 1);
      clock.step(23 * hourMs);
    }
    expect(await idsLeft()).toEqual([]);
  });

  it("pauses for six hours in all where its machine is suspended every few hours", async () => {
    await write([invocationRow("a", hourMs)]);
    const given = retentionJob();
    await toEnd(given);
    clock.step(60 * 24 * hourMs);
    for (let hoursLeft = pauseMs / hourMs; hoursLeft > 0; hoursLeft -= 2) {
      await toEnd(given);
      expect(given.paused).toBe(true);
      expect(await idsLeft()).toEqual(["a"]);
      await clock.advance(2 * hourMs - 1);
      await toEnd(given);
      // Suspended: no time passes by the monotonic clock.
      if (hoursLeft > 2) clock.step(20 * hourMs);
      await clock.advance(1);
    }
    await toEnd(given);
    expect([given.paused, reports.length]).toEqual([false, 1]);
    expect(await idsLeft()).toEqual([]);
  });

  it.each([
    ["in one process", 3],
    ["in one process", 400],
    ["at a start", 3],
    ["at a start", 400],
  ])(
    "pauses anew, and reports it, when the clock jumps %s by %i days at the end of a pause",
    async (where, days) => {
      await toEnd(retentionJob());
      clock.step(60 * 24 * hourMs);
      const first = retentionJob();
      await toEnd(first);
      await clock.advance(pauseMs - 1);
      await toEnd(first);
      clock.step(days * 24 * hourMs);
      const again = where === "at a start" ? retentionJob() : first;
      await toEnd(again);
      await clock.advance(pauseMs - 1);
      await toEnd(again);
      expect(again.paused).toBe(true);
      expect(reports).toHaveLength(2);
    },
  );

  it("pauses anew when the clock goes back, and not when it is right again", async () => {
    await write([invocationRow("a", hourMs)]);
    await toEnd(retentionJob());
    clock.step(60 * 24 * hourMs);
    await toEnd(retentionJob());
    await clock.advance(pauseMs / 2);
    await toEnd(retentionJob());
    clock.step(-10 * 24 * hourMs);
    const earlier = retentionJob();
    await toEnd(earlier);
    await clock.advance(pauseMs - 1);
    await toEnd(earlier);
    expect(earlier.paused).toBe(true);
    expect(await idsLeft()).toEqual(["a"]);
    clock.step(-50 * 24 * hourMs - 1.5 * pauseMs);
    const right = retentionJob();
    await toEnd(right);
    expect(right.paused).toBe(false);
  });

  it("does not pause for a smaller difference, or while the clock drifts", async () => {
    const given = retentionJob();
    for (let turn = 0; turn < 3; turn += 1) {
      clock.step(600_000);
      await toEnd(given);
      expect(given.paused).toBe(false);
    }
  });

  it("deletes for size during the pause", async () => {
    await toEnd(retentionJob());
    clock.step(400 * 24 * hourMs);
    await write(
      Array.from({ length: 3_000 }, (_, at) => invocationRow(`r${at}`, at, true, "x".repeat(1000))),
    );
    await toEnd(retentionJob(2));
    expect((await idsLeft()).length).toBeLessThan(3_000);
  });

  it("lowers a floor set by a clock ahead, at most to the current time", async () => {
    await writeCheckpoint(db, floorsCheckpoint, {
      invocations_ms: nowMs + 30 * 24 * hourMs,
      fine_ms: nowMs + 58 * 24 * hourMs,
    });
    await toEnd(retentionJob());
    await write([invocationRow("long before", hourMs), invocationRow("new", 0)]);
    expect(await idsLeft()).toEqual(["new"]);
    const fine = await db.selectFrom("invocation_rollups").select("width_ms").execute();
    expect(fine.map(({ width_ms: width }) => width)).toContain(rollupWidths.fine);
  });

  it("keeps what a page counts in the whole hours of its last days, also by a clock that is behind", async () => {
    clock.step(hourMs / 2);
    const last_good_ms = clock.nowMs();
    await writeCheckpoint(db, progressCheckpoint, { ...firstProgress(0), complete_from_ms: 0, last_good_ms });
    const monthMs = 30 * 24 * hourMs;
    await write([invocationRow("first of the hour", monthMs), invocationRow("older", monthMs + 3 * hourMs)]);
    await toEnd(retentionJob());
    const sinceMs = clock.nowMs() - monthMs;
    for (const since_ms of [sinceMs, sinceMs - 45 * 60_000]) {
      const { groups, complete } = await readSeries(db, { since_ms }, clock.nowMs());
      expect([groups.map(({ succeeded }) => succeeded), complete]).toEqual([[1], true]);
    }
    expect(await idsLeft()).toEqual(["first of the hour"]);
  });

  it("deletes resources, checks and alerts after the configured days, a bounded number at a time", async () => {
    await addRecordsOfEveryKind(40 * 24 * hourMs);
    await toEnd(retentionJob(4096, 60));
    expect(await tablesWithRows()).toEqual(allOtherTables);
    for (let at = 0; at < 1_234; at += 200)
      await upsertResources(
        db,
        Array.from({ length: 200 }, (_, more) => ({
          kind: "session" as const,
          id: `s${at + more}`,
          name: null,
          source: "listBrowsers",
          atMs: nowMs - 40 * 24 * hourMs,
        })),
      );
    await toEnd(retentionJob(4096, 39));
    expect(await tablesWithRows()).toEqual([]);
  });

  it("keeps deliveries of open alerts and waiting ones", async () => {
    const oldMs = 40 * 24 * hourMs;
    await alertOf("open", null);
    await deliveryOf("open", oldMs);
    await alertOf("over", oldMs);
    await deliveryOf("over", oldMs);
    await deliveryOf("over", oldMs, "waiting");
    await toEnd(retentionJob());
    const stored = await db.selectFrom("alert_deliveries").select("id").orderBy("id").execute();
    expect(stored.map(({ id }) => id)).toEqual(["to-open-delivered", "to-over-waiting"]);
    const tried = await db
      .selectFrom("alert_attempts")
      .select("delivery_id")
      .orderBy("delivery_id")
      .execute();
    expect(tried.map(({ delivery_id: id }) => id)).toEqual(["to-open-delivered", "to-over-waiting"]);
    expect((await db.selectFrom("alerts").select("id").execute()).map(({ id }) => id)).toEqual(["open"]);
  });

  it("deletes a bounded number per turn", async () => {
    await write(Array.from({ length: 20_000 }, (_, at) => invocationRow(`r${at}`, 31 * 24 * hourMs + at)));
    expect(await retentionJob().turn()).toBe("soon");
    const { count } = await db
      .selectFrom("invocations")
      .select((each) => each.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(20_000 - 25 * 500);
  });
});

describe("process samples", () => {
  it("are downsampled after the raw hours and stored for the days", async () => {
    const add = (process_id: string, ageMs: number) =>
      addProcessSample(db, {
        session_id: "s1",
        process_id,
        at_ms: nowMs - ageMs,
        cpu_pct: 2,
        mem_bytes: 5,
      });
    await add("new", hourMs);
    await add("old", 3 * 24 * hourMs);
    await add("gone", 31 * 24 * hourMs);
    while ((await retentionJob().turn()) === "soon");
    const named = async (table: "process_samples" | "process_samples_5m") =>
      (await db.selectFrom(table).select("process_id").execute()).map(({ process_id }) => process_id);
    expect(await named("process_samples")).toEqual(["new"]);
    expect(await named("process_samples_5m")).toEqual(["old"]);
  });
});

describe("downsamplePoolSamples", () => {
  const sample = fc.record({
    pool_id: fc.constantFrom("p", "q"),
    at_ms: fc.integer({ min: 0, max: 1_800_000 }),
    available: fc.option(fc.nat(9), { nil: null }),
  });

  it("keeps counts, extremes and last values of each five minutes, in any number of calls", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { maxLength: 120 }), fc.nat(1_800_000), async (given, first) => {
        for (const table of ["pool_samples", "pool_samples_5m"] as const)
          await db.deleteFrom(table).execute();
        const samples = [...new Map(given.map((each) => [`${each.pool_id} ${each.at_ms}`, each])).values()];
        const rows = samples.map((each) => ({
          ...each,
          acquired: each.available,
          size: each.available && 9,
        }));
        if (rows.length > 0) await db.insertInto("pool_samples").values(rows).execute();
        for (const before of [first, 3_000_000])
          while (await db.transaction().execute((trx) => downsamplePoolSamples(trx, before)));
        expect(await db.selectFrom("pool_samples").selectAll().execute()).toEqual([]);
        const thin = await db.selectFrom("pool_samples_5m").selectAll().execute();
        expect(thin.reduce((sum, row) => sum + row.samples + row.unanswered, 0)).toBe(rows.length);
        for (const row of thin) {
          const within = rows
            .filter(
              (each) =>
                each.pool_id === row.pool_id && Math.floor(each.at_ms / 300_000) * 300_000 === row.at_ms,
            )
            .sort((a, b) => a.at_ms - b.at_ms);
          const values = within.flatMap((each) => each.available ?? []);
          expect(row.samples).toBe(values.length);
          expect(row.available).toBe(values.at(-1) ?? null);
          expect(row.available_min).toBe(values.length === 0 ? null : Math.min(...values));
          expect(row.acquired_max).toBe(values.length === 0 ? null : Math.max(...values));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("a full disk", () => {
  it("rolls back the write, and accepts the next one when there is space", async () => {
    const one = invocationRow("one", hourMs);
    await write([one]);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count ?? 0))}`.execute(db);
    const many = Array.from({ length: 400 }, (_, at) =>
      invocationRow(`m${at}`, hourMs + at, true, "y".repeat(1000)),
    );
    await expect(write(many)).rejects.toThrow(/full/);
    expect(await idsLeft()).toEqual(["one"]);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await write(many);
    expect(await idsLeft()).toHaveLength(401);
    const rollups = await db.selectFrom("invocation_rollups").select(["width_ms", "succeeded"]).execute();
    const coarse = rollups.filter((row) => row.width_ms === rollupWidths.coarse);
    expect(coarse.reduce((sum, row) => sum + row.succeeded, 0)).toBe(401);
  });
});
