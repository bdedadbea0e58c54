import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { appendAudit } from "../store/audit.ts";
import { type Database, openStore } from "../store/database.ts";
import { usedBytes } from "../store/disk.ts";
import { listSeen, pinSeen, recordLinks, recordSightings, type Sighting } from "../store/inventory.ts";
import { readMark, writeMark } from "../store/marks.ts";
import { addProcessSample } from "../store/process-samples.ts";
import { insertProxyChecks } from "../store/proxy-checks.ts";
import { rollupWidths } from "../store/rollups.ts";
import { runRowOf } from "../store/run-rows.ts";
import { floorsMark, writeRuns } from "../store/runs.ts";
import { thinPoolSamples } from "../store/thin-samples.ts";
import { evenForMs } from "./believed-time.ts";
import { Janitor, trimmedMark } from "./janitor.ts";
import { firstProgress, progressMark } from "./mirror-progress.ts";
import { readRecorder } from "./read-recorder.ts";

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;
let clock: TestClock;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-janitor-"));
  db = await openStore({ dataDir });
  clock = new TestClock(nowMs);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const janitor = (maxMb = 4096, days = 30) =>
  new Janitor({
    db,
    write: (work) => db.transaction().execute(work),
    retention: { rawHours: 48, days, maxMb },
    clock,
    monotonicMs: clock.monotonicMs,
    upstreamMs: () => undefined,
    report: () => {},
  });
async function toEnd(given: Janitor) {
  for (let turn = 0; turn < 200; turn += 1) if ((await given.turn()) === undefined) return;
  throw new Error("never done");
}
const run = (id: string, ageMs: number, over = true, output = "") =>
  runRowOf(
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
const write = (rows: ReturnType<typeof run>[]) => db.transaction().execute((trx) => writeRuns(trx, rows));
const idsLeft = async () =>
  (await db.selectFrom("runs").select("id").orderBy("id").execute()).map(({ id }) => id);
const audit = () =>
  appendAudit(
    db,
    { actor: "ada", role: "admin", ip: "::1", requestId: "r", action: "x", phase: "event" },
    nowMs - 5000 * hourMs,
  );

const proxySeen = (id: string, ageMs: number) =>
  recordSightings(db, [
    { kind: "proxy", id, name: null, source: "listProxies", facts: {}, atMs: nowMs - ageMs },
  ]);
async function alertOf(id: string, resolvedAgeMs: number | null) {
  const resolved_at_ms = resolvedAgeMs === null ? null : nowMs - resolvedAgeMs;
  await db
    .insertInto("alerts")
    .values({
      ...{ id, rule_id: "r", rule_name: "R", kind: "pool_empty", subject: id, label: "", words: "" },
      ...{ fired_at_ms: 1, resolved_at_ms, resolved_why: null, fired_words: "" },
    })
    .execute();
}
async function deliveryOf(alert: string, ageMs: number, state: "delivered" | "waiting" = "delivered") {
  const id = `to-${alert}-${state}`;
  await db
    .insertInto("alert_deliveries")
    .values({
      ...{ id, webhook_id: "w", alert_id: alert, event: "fired", title: "", body: "", attempts: 1, state },
      ...{ created_at_ms: nowMs - ageMs, next_at_ms: 0, done_at_ms: null },
    })
    .execute();
  await db
    .insertInto("alert_attempts")
    .values({ delivery_id: id, number: 1, at_ms: nowMs - ageMs, status: 200, ms: 1, error: null })
    .execute();
}
/** One of each of what is known beside the runs, `ageMs` old. */
async function knownBesides(ageMs: number) {
  await proxySeen("p1", ageMs);
  const link = { from: { kind: "session", id: "s1" }, to: { kind: "proxy", id: "p1" } } as const;
  await recordLinks(db, [{ ...link, atMs: nowMs - ageMs }]);
  const check = { status: "available", latency_ms: null, ip: null, source: "list" } as const;
  await insertProxyChecks(db, [{ ...check, proxy_id: "p1", at_ms: nowMs - ageMs }]);
  await alertOf("a1", ageMs);
  await deliveryOf("a1", ageMs);
}
async function besidesLeft() {
  const left: string[] = [];
  const tables = [
    "seen",
    "seen_links",
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
const allBesides = ["seen", "seen_links", "proxy_checks", "alerts", "alert_deliveries", "alert_attempts"];

describe("the janitor", () => {
  it("drops runs by their age, keeps open ones and the audit, and takes none of them in again", async () => {
    await audit();
    const old = run("old", 31 * 24 * hourMs);
    await write([old, run("open", 40 * 24 * hourMs, false), run("new", 29 * 24 * hourMs)]);
    await toEnd(janitor());
    expect(await idsLeft()).toEqual(["new", "open"]);
    await write([old]);
    expect(await idsLeft()).toEqual(["new", "open"]);
    expect(await db.selectFrom("audit").selectAll().execute()).toHaveLength(1);
  });

  it("keeps fine figures for the raw hours and coarse ones for the days, and a late run in the coarse", async () => {
    await write([run("a", hourMs), run("b", 50 * hourMs)]);
    await toEnd(janitor());
    await write([run("late", 51 * hourMs)]);
    const rows = await db.selectFrom("run_rollups").select(["width_ms", "succeeded"]).execute();
    const count = (width: number) =>
      rows.filter((row) => row.width_ms === width).reduce((sum, row) => sum + row.succeeded, 0);
    expect(count(rollupWidths.fine)).toBe(1);
    expect(count(rollupWidths.coarse)).toBe(3);
  });

  it("lets the oldest go when the store is too large, and says so", async () => {
    await audit();
    const noise = "x".repeat(1000);
    const many = Array.from({ length: 3_000 }, (_, at) =>
      run(`r${String(at).padStart(5, "0")}`, 1000 + (3_000 - at) * 1000, true, noise),
    );
    await write(many);
    const before = (await usedBytes(db)) ?? 0;
    await toEnd(janitor(2));
    const left = await idsLeft();
    expect(before).toBeGreaterThan(2_000_000);
    expect(await usedBytes(db)).toBeLessThanOrEqual(2_000_000);
    expect(left.length).toBeGreaterThan(0);
    expect(left[0]).toBe(`r${String(3_000 - left.length).padStart(5, "0")}`);
    const trimmed = await readMark(db, trimmedMark, z.object({ at_ms: z.number(), before_ms: z.number() }));
    expect(trimmed).toEqual({ at_ms: nowMs, before_ms: nowMs - 1000 - left.length * 1000 - 1000 + 1 });
    expect(await db.selectFrom("audit").selectAll().execute()).toHaveLength(1);
  });

  it("lets ended ids go when no run is left to, and says when even that is not enough", async () => {
    const facts = { note: "x".repeat(2_000) };
    const session = (id: string, at: number, endedAtMs?: number): Sighting => ({
      ...{ kind: "session", id, name: null, source: "listBrowsers", facts, endedAtMs },
      atMs: nowMs - hourMs + at,
    });
    const ended = Array.from({ length: 1_500 }, (_, at) => session(`e${at}`, at, nowMs - 60_000));
    const lasting = Array.from({ length: 300 }, (_, at) => session(`open${at}`, at));
    await recordSightings(db, [...ended, ...lasting]);
    await pinSeen(db, { kind: "session", id: "e0", label: "", by: "ann" }, nowMs);
    await write([run("gone", hourMs), run("open", hourMs, false)]);
    const store = async (maxMb: number) => {
      const retention = { rawHours: 48, days: 30, maxMb };
      return (await readRecorder(db, { retention, holder: "here", nowMs })).store;
    };
    expect(await store(1)).toMatchObject({ trimmed_ids_at_ms: null, over_bound: false });
    await toEnd(janitor(5));
    expect(await usedBytes(db)).toBeLessThanOrEqual(5_000_000);
    const left = async () => (await db.selectFrom("seen").select("id").execute()).map(({ id }) => id);
    const some = await left();
    expect(some).toEqual(expect.arrayContaining(["e0", "e1499", ...lasting.map(({ id }) => id)]));
    expect(some).not.toContain("e1");
    expect(await idsLeft()).toEqual(["open"]);
    expect(await store(5)).toMatchObject({ trimmed_ids_at_ms: nowMs, over_bound: false });
    await toEnd(janitor(0.2));
    expect((await left()).sort()).toEqual(["e0", ...lasting.map(({ id }) => id)].sort());
    expect(await store(0.2)).toMatchObject({ over_bound: true });
  });

  it("does not believe a clock that jumps ahead", async () => {
    await write([run("a", hourMs)]);
    await knownBesides(hourMs);
    await proxySeen("pinned", hourMs);
    await pinSeen(db, { kind: "proxy", id: "pinned", label: "", by: "ann" }, nowMs - hourMs);
    const given = janitor();
    clock.step(400 * 24 * hourMs);
    await toEnd(given);
    expect(await idsLeft()).toEqual(["a"]);
    expect(await besidesLeft()).toEqual(allBesides);
    await clock.advance(31 * 24 * hourMs);
    await toEnd(given);
    expect(await idsLeft()).toEqual([]);
    expect(await besidesLeft()).toEqual(["seen"]);
    expect((await listSeen(db, {})).map(({ id }) => id)).toEqual(["pinned"]);
  });

  it("does not believe it in the next term either, and takes in what is new once the clock is right", async () => {
    await write([run("a", hourMs)]);
    await knownBesides(hourMs);
    await toEnd(janitor());
    clock.step(60 * 24 * hourMs);
    await toEnd(janitor());
    expect(await idsLeft()).toEqual(["a"]);
    expect(await besidesLeft()).toEqual(allBesides);
    clock.step(-60 * 24 * hourMs);
    await toEnd(janitor());
    await write([run("b", -1000)]);
    expect(await idsLeft()).toEqual(["a", "b"]);
  });

  it("knows the time from what the upstream told where no term has said it", async () => {
    await write([run("a", hourMs)]);
    await writeMark(db, progressMark, { ...firstProgress(nowMs), mark_ms: nowMs - hourMs });
    clock.step(60 * 24 * hourMs);
    await toEnd(janitor());
    expect(await idsLeft()).toEqual(["a"]);
  });

  it("lets the past of a long pause go once the clock went evenly for hours", async () => {
    await write([run("a", hourMs)]);
    await toEnd(janitor());
    await clock.advance(60 * 24 * hourMs);
    const next = janitor();
    await toEnd(next);
    expect(await idsLeft()).toEqual(["a"]);
    await clock.advance(evenForMs);
    await toEnd(next);
    expect(await idsLeft()).toEqual([]);
  });

  it("takes a floor down that a clock ahead has set, no further than to now", async () => {
    await writeMark(db, floorsMark, { runs_ms: nowMs + 30 * 24 * hourMs, fine_ms: nowMs + 58 * 24 * hourMs });
    await toEnd(janitor());
    await write([run("long before", hourMs), run("new", 0)]);
    expect(await idsLeft()).toEqual(["new"]);
    const fine = await db.selectFrom("run_rollups").select("width_ms").execute();
    expect(fine.map(({ width_ms: width }) => width)).toContain(rollupWidths.fine);
  });

  it("lets what was seen, checks and alerts go by the days that are set, a bounded amount at a time", async () => {
    await knownBesides(40 * 24 * hourMs);
    await toEnd(janitor(4096, 60));
    expect(await besidesLeft()).toEqual(allBesides);
    for (let at = 0; at < 1_234; at += 200)
      await recordSightings(
        db,
        Array.from({ length: 200 }, (_, more) => ({
          ...{ kind: "session" as const, id: `s${at + more}`, name: null, source: "listBrowsers" },
          atMs: nowMs - 40 * 24 * hourMs,
        })),
      );
    await toEnd(janitor(4096, 39));
    expect(await besidesLeft()).toEqual([]);
  });

  it("keeps what an open alert told and what is still to be sent", async () => {
    const oldMs = 40 * 24 * hourMs;
    await alertOf("open", null);
    await deliveryOf("open", oldMs);
    await alertOf("over", oldMs);
    await deliveryOf("over", oldMs);
    await deliveryOf("over", oldMs, "waiting");
    await toEnd(janitor());
    const kept = await db.selectFrom("alert_deliveries").select("id").orderBy("id").execute();
    expect(kept.map(({ id }) => id)).toEqual(["to-open-delivered", "to-over-waiting"]);
    const tried = await db
      .selectFrom("alert_attempts")
      .select("delivery_id")
      .orderBy("delivery_id")
      .execute();
    expect(tried.map(({ delivery_id: id }) => id)).toEqual(["to-open-delivered", "to-over-waiting"]);
    expect((await db.selectFrom("alerts").select("id").execute()).map(({ id }) => id)).toEqual(["open"]);
  });

  it("does a bounded amount at a time", async () => {
    await write(Array.from({ length: 20_000 }, (_, at) => run(`r${at}`, 31 * 24 * hourMs + at)));
    expect(await janitor().turn()).toBe("soon");
    const { count } = await db
      .selectFrom("runs")
      .select((each) => each.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(20_000 - 25 * 500);
  });
});

describe("samples of processes", () => {
  it("are thinned out after the raw hours and kept in steps for as long as the rest", async () => {
    const add = (process_id: string, ageMs: number) =>
      addProcessSample(db, {
        ...{ session_id: "s1", process_id, at_ms: nowMs - ageMs, cpu_pct: 2, mem_bytes: 5 },
      });
    await add("new", hourMs);
    await add("old", 3 * 24 * hourMs);
    await add("gone", 31 * 24 * hourMs);
    while ((await janitor().turn()) === "soon");
    const named = async (table: "process_samples" | "process_samples_5m") =>
      (await db.selectFrom(table).select("process_id").execute()).map(({ process_id }) => process_id);
    expect(await named("process_samples")).toEqual(["new"]);
    expect(await named("process_samples_5m")).toEqual(["old"]);
  });
});

describe("thinning samples", () => {
  const sample = fc.record({
    pool_id: fc.constantFrom("p", "q"),
    at_ms: fc.integer({ min: 0, max: 1_800_000 }),
    available: fc.option(fc.nat(9), { nil: null }),
  });

  it("keeps counts, extremes and the last figures of each five minutes, in any number of goes", async () => {
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
          while (await db.transaction().execute((trx) => thinPoolSamples(trx, before)));
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
          const told = within.flatMap((each) => each.available ?? []);
          expect(row.samples).toBe(told.length);
          expect(row.available).toBe(told.at(-1) ?? null);
          expect(row.available_min).toBe(told.length === 0 ? null : Math.min(...told));
          expect(row.acquired_max).toBe(told.length === 0 ? null : Math.max(...told));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("a full disk", () => {
  it("refuses the whole write, leaves what was there, and takes the next once there is room", async () => {
    const one = run("one", hourMs);
    await write([one]);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count ?? 0))}`.execute(db);
    const many = Array.from({ length: 400 }, (_, at) => run(`m${at}`, hourMs + at, true, "y".repeat(1000)));
    await expect(write(many)).rejects.toThrow(/full/);
    expect(await idsLeft()).toEqual(["one"]);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await write(many);
    expect(await idsLeft()).toHaveLength(401);
    const rollups = await db.selectFrom("run_rollups").select(["width_ms", "succeeded"]).execute();
    const coarse = rollups.filter((row) => row.width_ms === rollupWidths.coarse);
    expect(coarse.reduce((sum, row) => sum + row.succeeded, 0)).toBe(401);
  });
});
