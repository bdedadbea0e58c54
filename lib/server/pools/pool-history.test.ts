import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { maxRecordedSessions, readRecordedSessions } from "../inventory/recorded-sessions.ts";
import { poolHistoryOf } from "./pool-history.ts";
import { readPoolRates, setPoolRate, unsetPoolRate } from "./pool-rates.ts";
import { insertPoolSamples } from "./pool-samples.ts";

const nowMs = 1_800_000_000_000;
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-pool-history-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const polled = (at_ms: number, available: number | null, pool_id = "p1") => ({
  pool_id,
  at_ms,
  available,
  acquired: available === null ? null : 2,
  size: available === null ? null : 10,
});
const keep = (at_ms: number, available: number | null, least = available) =>
  db
    .insertInto("pool_samples_5m")
    .values({
      pool_id: "p1",
      at_ms,
      samples: available === null ? 0 : 20,
      unanswered: available === null ? 20 : 0,
      available,
      available_min: least,
      acquired: available === null ? null : 2,
      acquired_max: available === null ? null : 2,
      size: available === null ? null : 10,
    })
    .execute();

const counts = (history: Awaited<ReturnType<typeof poolHistoryOf>>) =>
  history.pools.map(({ samples }) => samples.map(({ available, unfilled }) => [available, unfilled]));

describe("poolHistoryOf", () => {
  it("returns the browsers missing to the size, and outages and missing polls as gaps", async () => {
    await insertPoolSamples(db, [
      polled(nowMs - 120_000, 5),
      polled(nowMs - 105_000, null),
      polled(nowMs - 90_000, 6),
      // A minute without a poll.
      polled(nowMs - 30_000, 7),
      polled(nowMs - 15_000, 9),
    ]);
    const history = await poolHistoryOf(db, { sinceMs: nowMs - hourMs / 30 }, nowMs, 48 * hourMs);
    expect(history).toMatchObject({ began_at_ms: nowMs - 120_000, resolution: "raw", until_ms: nowMs + 1 });
    expect(counts(history)).toEqual([
      [
        [5, 3],
        [null, null],
        [6, 2],
        [null, null],
        [7, 1],
        // Above the size nothing is missing.
        [9, 0],
      ],
    ]);
  });

  it("returns the minimum of each slice, from samples and from buckets alike", async () => {
    const bucketMs = 300_000;
    const start = Math.floor((nowMs - 60 * hourMs) / bucketMs) * bucketMs;
    // An hour has 250 slices of 14 s, so each bucket is in one of its own. Ten days have slices of 58 min.
    await keep(start, 6, 4);
    await keep(start + bucketMs, 7, 0);
    await keep(start + 2 * bucketMs, null);
    await keep(start + 3 * bucketMs, 8, 3);
    const requested = { sinceMs: start - 240 * hourMs + 2 * hourMs, untilMs: start + 2 * hourMs };
    const leasts = async (range: typeof requested) =>
      (await poolHistoryOf(db, range, nowMs, 48 * hourMs)).pools[0]?.samples.map(
        ({ at_ms, available, available_min }) => [at_ms, available, available_min],
      );
    const endOf = (bucket: number) => start + (bucket + 1) * bucketMs - 1;
    expect(await leasts({ sinceMs: start, untilMs: start + hourMs })).toEqual([
      [endOf(0), 6, 4],
      [endOf(1), 7, 0],
      [endOf(2), null, null],
      [endOf(3), 8, 3],
    ]);
    const coarse = (await leasts(requested)) ?? [];
    expect(coarse.filter(([, available]) => available === null)).toEqual([[endOf(2), null, null]]);
    expect(coarse.filter(([, , least]) => least === 0)).toHaveLength(1);
    expect(coarse.at(-1)?.slice(0, 2)).toEqual([endOf(3), 8]);

    // A day has 250 slices of 346 s, 23 polls each; two consecutive polls found none available.
    const dayMs = 24 * hourMs;
    const polls = Array.from({ length: 4 * 96 }, (_, at) =>
      polled(nowMs - 4 * 96 * 15_000 + at * 15_000, at === 100 || at === 101 ? 0 : 5 + (at % 2)),
    );
    await insertPoolSamples(db, polls);
    const raw = (await leasts({ sinceMs: nowMs - dayMs, untilMs: nowMs })) ?? [];
    expect(raw.length).toBeLessThan(40);
    expect(raw.filter(([, , least]) => least === 0)).toHaveLength(1);
    expect(raw.every(([, available]) => (available ?? 9) >= 5)).toBe(true);
  });

  it("leaves out other times and other pools", async () => {
    await insertPoolSamples(db, [
      polled(nowMs - 60_000, 1),
      polled(nowMs - 45_000, 2),
      polled(nowMs - 30_000, 3),
      polled(nowMs - 45_000, 8, "p2"),
    ]);
    const requested = { sinceMs: nowMs - 50_000, untilMs: nowMs - 30_000, poolId: "p1" };
    expect(counts(await poolHistoryOf(db, requested, nowMs, 48 * hourMs))).toEqual([[[2, 6]]]);
  });

  it("joins buckets with the samples since", async () => {
    const bucketMs = 300_000;
    const start = Math.floor((nowMs - 60 * hourMs) / bucketMs) * bucketMs;
    await keep(start, 1);
    await keep(start + bucketMs, 2);
    await keep(start + 2 * bucketMs, null);
    await keep(start + 3 * bucketMs, 4);
    // The first is in a stored bucket.
    await insertPoolSamples(db, [polled(start + 3 * bucketMs + 15_000, 9), polled(start + 4 * bucketMs, 5)]);
    const history = await poolHistoryOf(
      db,
      { sinceMs: start, untilMs: start + 20 * bucketMs },
      nowMs,
      48 * hourMs,
    );
    expect(history.resolution).toBe("5m");
    expect(counts(history)[0]?.map(([available]) => available)).toEqual([1, 2, null, 4, 5]);
  });

  it("returns at most 500 points of 20,000, in order, with every outage", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) =>
      polled(nowMs - (20_000 - at) * 4000, at === 7777 ? null : at % 9),
    );
    for (let at = 0; at < rows.length; at += 4000) await insertPoolSamples(db, rows.slice(at, at + 4000));
    const [pool] = (await poolHistoryOf(db, { sinceMs: nowMs - 24 * hourMs }, nowMs, 48 * hourMs)).pools;
    const samples = pool?.samples ?? [];
    expect(samples.length).toBeLessThanOrEqual(500);
    expect(samples.length).toBeGreaterThan(200);
    expect(samples.map(({ at_ms }) => at_ms)).toEqual(
      samples.map(({ at_ms }) => at_ms).sort((a, b) => a - b),
    );
    expect(samples.filter(({ available }) => available === null).map(({ at_ms }) => at_ms)).toEqual([
      nowMs - (20_000 - 7777) * 4000,
    ]);
    expect(samples.at(-1)?.at_ms).toBe(rows.at(-1)?.at_ms);
  });

  it("shows an unanswered poll as a gap of one poll at any zoom", async () => {
    // A day has 288 slices of 20 polls; every tenth of the last 2,000 has no answer.
    const polls = Array.from({ length: 2000 }, (_, at) =>
      polled(nowMs - (2000 - at) * 15_000, at % 10 === 4 ? null : 5),
    );
    await insertPoolSamples(db, polls);
    const [pool] = (await poolHistoryOf(db, { sinceMs: nowMs - 24 * hourMs }, nowMs, 48 * hourMs)).pools;
    const samples = pool?.samples ?? [];
    const blanks = samples.flatMap(({ at_ms, available }, at) =>
      available === null ? [(samples[at + 1]?.at_ms ?? nowMs) - at_ms] : [],
    );
    // Two are merged only where a slice ends with such a poll and the next contains another.
    expect(blanks.filter((ms) => ms === 15_000).length).toBeGreaterThan(65);
    expect(blanks.filter((ms) => ms > 15_000).length).toBeLessThan(15);
    expect(samples.length).toBeLessThanOrEqual(750);
  });

  it.each([
    ["an hour", 1, 3 * 60_000],
    ["a day", 24, 7 * 60_000],
  ])("does not change the past steps of %s while it moves on", async (_, hours, laterMs) => {
    const polls = Array.from({ length: 24 * 60 }, (_, at) => polled(nowMs - (24 * 60 - at) * 60_000, at % 7));
    await insertPoolSamples(db, polls);
    const [before = [], after = []] = await Promise.all(
      [nowMs, nowMs + laterMs].map(async (untilMs) => {
        const range = { sinceMs: untilMs - hours * hourMs, untilMs };
        return (await poolHistoryOf(db, range, untilMs, 48 * hourMs)).pools[0]?.samples;
      }),
    );
    // The first slice is cut by the beginning of the range; the last is not over.
    const past = after.slice(1, -1);
    expect(past.length).toBeGreaterThan(50);
    expect(before).toEqual(expect.arrayContaining(past));
  });

  it("has outages and missing polls of six hours wherever they begin", async () => {
    const sinceMs = nowMs - 6 * hourMs;
    const minuteMs = 60_000;
    // Read in parts of half an hour: the last poll of the first one has none after it for ten minutes, that of the third no answer.
    const isMissing = (atMs: number) => atMs >= 30 * minuteMs && atMs < 40 * minuteMs;
    const polls = Array.from({ length: 6 * 240 }, (_, at) => at * 15_000)
      .filter((atMs) => !isMissing(atMs))
      .map((atMs) => polled(sinceMs + atMs, atMs === 90 * minuteMs - 15_000 ? null : 5));
    for (let at = 0; at < polls.length; at += 200) await insertPoolSamples(db, polls.slice(at, at + 200));
    const requested = { sinceMs, untilMs: nowMs };
    const [pool] = (await poolHistoryOf(db, requested, nowMs, 48 * hourMs)).pools;
    const samples = pool?.samples ?? [];
    const gaps = samples.flatMap(({ at_ms, available }, at) =>
      available === null ? [[at_ms - sinceMs, (samples[at + 1]?.at_ms ?? 0) - sinceMs]] : [],
    );
    expect(gaps).toEqual([
      [30 * minuteMs - 15_000 + 1, 40 * minuteMs + 45_000],
      [90 * minuteMs - 15_000, 90 * minuteMs],
    ]);
  });

  it("is limited to 30 days, and returns the range used", async () => {
    const history = await poolHistoryOf(db, { sinceMs: 0 }, nowMs, 48 * hourMs);
    expect(history.since_ms).toBe(nowMs + 1 - 30 * 24 * hourMs);
    expect(history).toMatchObject({ began_at_ms: null, pools: [] });
  });
});

it("returns the rate that an operator set until it is deleted", async () => {
  await setPoolRate(db, "p1", { per_minute: 2.5, by: "ada", at_ms: 1 });
  await setPoolRate(db, "p1", { per_minute: 3, by: "ben", at_ms: 2 });
  expect(await readPoolRates(db)).toEqual(new Map([["p1", { per_minute: 3, by: "ben", at_ms: 2 }]]));
  await unsetPoolRate(db, "p1");
  expect((await readPoolRates(db)).size).toBe(0);
});

it("finds sessions by links in both directions, except ended, old and only pinned ones", async () => {
  const seen = (
    id: string,
    changes: { last_seen_ms?: number; ended_at_ms?: number; source?: string } = {},
  ) => ({
    kind: "session",
    id,
    name: null,
    source: "list",
    details: id === "torn" ? "{" : '{"headless":true}',
    first_seen_ms: 1,
    last_seen_ms: 100,
    ended_at_ms: null,
    label: null,
    pinned_by: null,
    ...changes,
  });
  const link = (from: string, to: string) => {
    const [from_kind = "", from_id = ""] = from.split(" ");
    const [to_kind = "", to_id = ""] = to.split(" ");
    return { from_kind, from_id, to_kind, to_id, first_seen_ms: 1, last_seen_ms: 100 };
  };
  await db
    .insertInto("resources")
    .values([
      seen("a"),
      seen("torn"),
      seen("old", { last_seen_ms: 9 }),
      seen("dead", { ended_at_ms: 50 }),
      seen("typed", { source: "pinned" }),
      seen("b"),
    ])
    .execute();
  await db
    .insertInto("resource_links")
    .values([
      link("pool p1", "session a"),
      link("session torn", "pool p1"),
      link("pool p1", "session old"),
      link("pool p1", "session dead"),
      link("pool p1", "session typed"),
      link("pool p2", "session b"),
    ])
    .execute();
  const found = await readRecordedSessions(db, ["p1"], 10);
  expect(found.sort((x, y) => x.id.localeCompare(y.id))).toEqual([
    { id: "a", lastSeenMs: 100, details: { headless: true } },
    { id: "torn", lastSeenMs: 100, details: {} },
  ]);
});

it("finds the sessions of a pool that had thousands before", async () => {
  const row = (id: string, seenMs: number) => ({
    kind: "session",
    id,
    name: null,
    source: "acquireBrowser",
    details: "{}",
    first_seen_ms: 1,
    last_seen_ms: seenMs,
    ended_at_ms: null,
    label: null,
    pinned_by: null,
  });
  const many = Array.from({ length: 1_000 }, (_, at) => `s${String(at).padStart(4, "0")}`);
  for (let at = 0; at < many.length; at += 250) {
    const ids = many.slice(at, at + 250);
    await db
      .insertInto("resources")
      .values(ids.map((id) => row(id, 5)))
      .execute();
    const link = { from_kind: "pool", from_id: "p1", to_kind: "session", first_seen_ms: 1, last_seen_ms: 5 };
    await db
      .insertInto("resource_links")
      .values(ids.map((id) => ({ ...link, to_id: id })))
      .execute();
  }
  await db.updateTable("resources").set({ last_seen_ms: 100 }).where("id", "=", "s0999").execute();
  expect((await readRecordedSessions(db, ["p1", "eu"], 10)).map(({ id }) => id)).toEqual(["s0999"]);
  const newest = await readRecordedSessions(db, ["p1"], 0);
  expect(newest).toHaveLength(maxRecordedSessions);
  expect(newest[0]?.id).toBe("s0999");
});

it("asks for no time without samples, as each statement waits for the one before in PostgreSQL", async () => {
  await insertPoolSamples(db, [polled(nowMs - 15_000, 9)]);
  const statements: string[] = [];
  const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
    verbose: (text) => statements.push(String(text)),
  });
  const traced: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  const week = { sinceMs: nowMs - 7 * 24 * hourMs, untilMs: nowMs, poolId: "p1" };
  expect(counts(await poolHistoryOf(traced, week, nowMs, 48 * hourMs))).toEqual([[[9, 0]]]);
  await traced.destroy();
  expect(statements.filter((text) => /\bpool_samples\b/.test(text)).length).toBeLessThan(10);
});
