// Compares the insight queries with counts of the individual invocations.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { minuteMs } from "../../bff/time-units.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { type ResourceLink, recordLinks } from "../inventory/resource-links.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { countFailures, failureTrends } from "../invocations/failure-counts.ts";
import { type InvocationRow, invocationRowOf } from "../invocations/invocation-rows.ts";
import { bucketWidth } from "../invocations/invocation-series.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { floorsCheckpoint, noFloors, writeInvocations } from "../invocations/invocation-writes.ts";
import { dropRollups } from "../invocations/rollups.ts";
import { readActionFigures, steppedSpan } from "./action-insight.ts";
import { failureKey, readFailureGroups, setFailureGroup, targetOfDecision } from "./failure-groups.ts";
import { readSimilarFailures } from "./similar-failures.ts";
import { readSpike, readSpikeDetails } from "./spike.ts";

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-insight-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

let made = 0;
function makeRow(what: {
  version: string;
  atMs: number;
  lastedMs?: number;
  failed?: string | null;
  status?: string;
  action?: string;
}): InvocationRow {
  const { version, atMs, lastedMs = 1_000, failed, status, action = "buy" } = what;
  made += 1;
  const over = status === undefined;
  return invocationRowOf(
    {
      id: `invocation-${made}`,
      app_name: "shop",
      action_name: action,
      version,
      status: status ?? (failed === undefined ? "succeeded" : "failed"),
      started_at: new Date(atMs).toISOString(),
      finished_at: over ? new Date(atMs + lastedMs).toISOString() : null,
      status_reason: failed ?? null,
    },
    atMs,
  );
}
const write = (rows: readonly InvocationRow[]) =>
  db.transaction().execute((trx) => writeInvocations(trx, rows));
const many = (count: number, make: (at: number) => InvocationRow) =>
  Array.from({ length: count }, (_, at) => make(at));

describe("readActionFigures", () => {
  it("excludes interrupted invocations and their durations from comparisons", async () => {
    const before = nowMs - 20 * 3_600_000;
    const cut = { failed: "the service stopped while it ran", lastedMs: 40 * minuteMs };
    await write([
      ...many(60, (at) => makeRow({ version: "v9", atMs: before + at * minuteMs })),
      ...many(60, (at) =>
        makeRow({
          version: "v10",
          atMs: nowMs - 2 * 3_600_000 + at * minuteMs,
          ...(at < 15
            ? {
                ...cut,
                failed: [cut.failed, cut.failed.replace("the", "The"), "cancelled by request"][at % 3] ?? "",
              }
            : {}),
        }),
      ),
    ]);
    const [buy] = await readActionFigures(db, steppedSpan(nowMs - 86_400_000, nowMs, 0));
    expect(buy?.versions.at(-1)).toMatchObject({ version: "v10", interrupted: 15, failed: 15, measured: 60 });
    expect(buy?.verdict.state).toBe("steady");
  });

  it("returns counts by version in order of first invocation, and names the version that regressed", async () => {
    const before = nowMs - 20 * 3_600_000;
    await write([
      ...many(60, (at) =>
        makeRow({ version: "v9", atMs: before + at * minuteMs, ...(at < 3 ? { failed: "x" } : {}) }),
      ),
      ...many(50, (at) =>
        makeRow({
          version: "v10",
          atMs: nowMs - 3_600_000 + at * minuteMs,
          lastedMs: 3_000,
          ...(at < 25 ? { failed: "x" } : {}),
        }),
      ),
      makeRow({ version: "v10", atMs: nowMs - minuteMs, status: "running" }),
      makeRow({ version: "v1", action: "look", atMs: nowMs - minuteMs }),
    ]);
    const span = steppedSpan(nowMs - 86_400_000, nowMs, 0);
    expect(span.stepMs).toBe(300_000);
    const [buy, look, ...more] = await readActionFigures(db, span);
    expect(more).toEqual([]);
    expect(look).toMatchObject({
      action_name: "look",
      invocations: 1,
      ended: 1,
      failed: 0,
      verdict: { state: "one_version" },
    });
    expect(buy).toMatchObject({
      app_name: "shop",
      action_name: "buy",
      invocations: 111,
      ended: 110,
      failed: 28,
      measured: 110,
    });
    expect(
      buy?.versions.map(({ version, invocations, ended, failed, first_invocation_at_ms }) => [
        version,
        invocations,
        ended,
        failed,
        first_invocation_at_ms,
      ]),
    ).toEqual([
      ["v9", 60, 60, 3, before],
      ["v10", 51, 50, 25, nowMs - 3_600_000],
    ]);
    expect(buy?.verdict).toMatchObject({
      state: "regressed",
      since_version: "v10",
      since_ms: nowMs - 3_600_000,
      kinds: ["failures", "median"],
    });
    const newest = buy?.versions[1];
    expect(Math.abs((newest?.p50_ms ?? 0) / 3_000 - 1)).toBeLessThan(0.05);
    expect(buy?.trend).toHaveLength(24);
    expect(buy?.trend.filter((share) => share !== null)).not.toHaveLength(0);
    expect(buy?.trend).toContain(null);
  });

  it("uses hours where five-minute buckets were deleted, and never an empty period", () => {
    expect(steppedSpan(nowMs - 7 * 86_400_000, nowMs, 0).stepMs).toBe(3_600_000);
    expect(steppedSpan(nowMs - 3_600_000, nowMs, nowMs).stepMs).toBe(3_600_000);
    // The bucket that the period begins in was deleted.
    const floorMs = Math.floor(nowMs / 300_000) * 300_000 + 60_000;
    expect(steppedSpan(floorMs, floorMs + 3_600_000, floorMs).stepMs).toBe(3_600_000);
    expect(bucketWidth({ sinceMs: floorMs, untilMs: floorMs + 3_600_000 }, floorMs, undefined)).toBe(
      3_600_000,
    );
    expect(steppedSpan(nowMs, nowMs, 0)).toEqual({
      sinceMs: nowMs,
      untilMs: nowMs + 300_000,
      stepMs: 300_000,
    });
  });
});

describe("failure groups", () => {
  const read = (sinceMs = nowMs - 3_600_000) => readFailureGroups(db, { sinceMs, untilMs: nowMs, nowMs });
  const slow = (at: number) => `Timeout ${at}ms exceeded`;

  it("contain each failed invocation of the period once, with the first occurrence before it", async () => {
    const old = nowMs - 5 * 3_600_000;
    await write([
      makeRow({ version: "v1", atMs: old, failed: slow(5) }),
      ...many(6, (at) =>
        makeRow({ version: at < 4 ? "v1" : "v2", atMs: nowMs - (at + 1) * minuteMs, failed: slow(at) }),
      ),
      ...many(2, (at) => makeRow({ version: "v1", atMs: nowMs - (at + 1) * minuteMs, failed: null })),
      makeRow({ version: "v2", atMs: nowMs - minuteMs }),
    ]);
    const { failed, groups, leftOut } = await read();
    expect([failed, groups.length, leftOut]).toEqual([8, 2, 0]);
    const [timeouts, withoutReason] = groups;
    expect(timeouts).toMatchObject({
      reason_key: "Timeout <n>ms exceeded",
      state: "open",
      count: 6,
      share: 0.75,
      first_seen_ms: old,
      last_seen_ms: nowMs - minuteMs,
      example: slow(0),
    });
    expect(
      timeouts?.places.map(({ version, count, first_seen_ms }) => [version, count, first_seen_ms]),
    ).toEqual([
      ["v1", 4, old],
      ["v2", 2, nowMs - 6 * minuteMs],
    ]);
    expect(timeouts?.newest_invocation_ids).toHaveLength(5);
    expect(timeouts?.trend.reduce((sum, count) => sum + count)).toBe(6);
    expect(withoutReason).toMatchObject({ reason_key: "", count: 2, share: 0.25, example: null });
    expect(withoutReason?.newest_invocation_ids).toHaveLength(2);
  });

  it("stay acknowledged until they occur on a new version, and muted until their deadline", async () => {
    await write([makeRow({ version: "v1", atMs: nowMs - minuteMs, failed: slow(1) })]);
    const key = failureKey("Timeout <n>ms exceeded");
    const decide = (setting: Parameters<typeof setFailureGroup>[1]["setting"], atMs = nowMs) =>
      setFailureGroup(db, { key, setting, by: "ada" }, atMs);
    const state = async () => (await read()).groups[0];
    expect(await decide({ state: "acknowledged", note: "known" })).toBe(true);
    expect(await state()).toMatchObject({
      state: "acknowledged",
      decision: { by: "ada", note: "known", at_ms: nowMs },
    });
    await write([makeRow({ version: "v1", atMs: nowMs - minuteMs, failed: slow(2) })]);
    expect(await state()).toMatchObject({ state: "acknowledged", count: 2 });
    await write([makeRow({ version: "v2", atMs: nowMs - minuteMs, failed: slow(3) })]);
    expect(await state()).toMatchObject({ state: "reopened", reopened_by: ["shop v2"], count: 3 });
    expect(await decide({ state: "muted", until_ms: nowMs + 1, note: "" })).toBe(true);
    expect(await state()).toMatchObject({ state: "muted", decision: { until_ms: nowMs + 1 } });
    expect(await decide({ state: "open", note: "" })).toBe(true);
    expect(await state()).toMatchObject({ state: "open", decision: null });
    const target = (setting: Parameters<typeof targetOfDecision>[2], of = key) =>
      targetOfDecision(db, of, setting, nowMs);
    // The clock of whoever mutes is not the server's.
    const week = { state: "muted", until_ms: nowMs + 7 * 24 * 3_600_000 - 999, note: "" } as const;
    expect(await target(week)).toBe(`${key} to muted for 7 d: Timeout <n>ms exceeded`);
    expect(await target({ state: "open", note: "" })).toBe(`${key} to open: Timeout <n>ms exceeded`);
    expect(await target({ state: "acknowledged", note: "" }, failureKey("nobody"))).toBe(
      `${failureKey("nobody")} to acknowledged`,
    );
    const unknown = {
      key: failureKey("nobody"),
      setting: { state: "acknowledged", note: "" },
      by: "ada",
    } as const;
    expect(await setFailureGroup(db, unknown, nowMs)).toBe(false);
  });
});

describe("query plans", () => {
  it("count failures from the covering index, without reading table rows", async () => {
    await write([makeRow({ version: "v1", atMs: nowMs - minuteMs, failed: "x" })]);
    const statements: string[] = [];
    // The statements as the driver sends them.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const traced = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await countFailures(traced, 0, nowMs);
    await failureTrends(traced, 0, nowMs);
    const plans = statements.map((text) =>
      file
        .prepare<[], { detail: string }>(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join("; "),
    );
    expect(plans).toEqual([
      expect.stringMatching(/^SCAN invocations USING COVERING INDEX invocations_by_failure$/),
      expect.stringContaining("COVERING INDEX invocations_by_failure"),
    ]);
    await traced.destroy();
  });
});

describe("readSimilarFailures", () => {
  it("counts the failures of one reason by version, pool and proxy", async () => {
    const fails = (at: number, version: string, reason = `parcel ${at} was lost`) =>
      makeRow({ version, atMs: nowMs - (at + 1) * minuteMs, failed: reason });
    const lost = many(5, (at) => fails(at, at < 3 ? "v2" : "v1"));
    const others = [
      fails(6, "v2", "no answer"),
      fails(24 * 60, "v1"),
      makeRow({ version: "v2", atMs: nowMs - 1 }),
    ];
    await write([...lost, ...others]);
    for (const [at, row] of [...lost.slice(0, 4), ...others.slice(0, 1)].entries()) {
      const session = { kind: "session", id: `session-${at}` } as const;
      await addInvocationSessions(db, row.id, [session.id], nowMs);
      await upsertResources(db, [
        { ...session, name: null, source: "listBrowsers", details: { headless: true }, atMs: nowMs },
      ]);
      const links: ResourceLink[] = [
        { from: session, to: { kind: "proxy", id: at < 3 ? "p1" : "p2" }, atMs: nowMs },
      ];
      if (at === 0) links.push({ from: { kind: "pool", id: "pool1" }, to: session, atMs: nowMs });
      await recordLinks(db, links);
    }
    const proxy = { kind: "proxy", id: "p1", name: "tokyo", source: "listProxies", atMs: nowMs } as const;
    await upsertResources(db, [{ ...proxy, details: {} }]);

    const similar = await readSimilarFailures(db, { reason_key: "parcel <n> was lost" }, nowMs);
    expect(similar).toMatchObject({
      count: 5,
      first_seen_ms: nowMs - (24 * 60 + 1) * minuteMs,
      versions: [
        { app_name: "shop", version: "v2", count: 3 },
        { app_name: "shop", version: "v1", count: 2 },
      ],
      sessions_known: 4,
      pools: [{ id: "pool1", name: null, count: 1 }],
      proxies: [
        { id: "p1", name: "tokyo", count: 3 },
        { id: "p2", name: null, count: 1 },
      ],
    });
    expect(similar.trend.reduce((sum, count) => sum + count, 0)).toBe(5);
    const othersThan = async (id: string | undefined) => {
      const query = { reason_key: "parcel <n> was lost", invocation_id: id };
      return (await readSimilarFailures(db, query, nowMs)).others;
    };
    const [ofAnotherReason, older, notFailed] = others;
    expect(await othersThan(undefined), "none is left out").toBe(5);
    expect(await othersThan(lost[0]?.id), "one of them").toBe(4);
    expect(await othersThan("not-read-yet"), "one that is not recorded as failed yet").toBe(5);
    expect(await othersThan(ofAnotherReason?.id), "one that failed for another reason").toBe(5);
    expect(await othersThan(notFailed?.id), "one that is recorded as succeeded").toBe(5);
    expect(await othersThan(older?.id), "one from before the period").toBe(5);
    expect(await readSimilarFailures(db, { reason_key: "never seen" }, nowMs)).toMatchObject({
      count: 0,
      first_seen_ms: null,
      sessions_known: 0,
      versions: [],
      pools: [],
      proxies: [],
      trend: [],
    });
  });
});

describe("readSpike", () => {
  it("returns the proxy and the version that failures share, and how many invocations have known sessions", async () => {
    const recent = nowMs - 10 * minuteMs;
    const bad = many(12, (at) => makeRow({ version: "v2", atMs: recent + at, failed: "x" }));
    const good = many(20, (at) => makeRow({ version: at < 2 ? "v2" : "v1", atMs: recent + at }));
    await write([
      ...many(200, (at) => makeRow({ version: "v1", atMs: nowMs - 3_600_000 - at * minuteMs })),
      ...bad,
      ...good,
    ]);
    for (const [at, row] of [...bad.slice(0, 10), ...good.slice(0, 15)].entries()) {
      const id = `session-${at}`;
      await addInvocationSessions(db, row.id, [id], nowMs);
      await upsertResources(db, [
        { kind: "session", id, name: null, source: "listBrowsers", details: { headless: true }, atMs: nowMs },
      ]);
      const proxy = at < 10 || at === 12 ? "p1" : "p2";
      await recordLinks(db, [
        { from: { kind: "session", id }, to: { kind: "proxy", id: proxy }, atMs: nowMs },
      ]);
    }
    await upsertResources(db, [
      {
        kind: "proxy",
        id: "p1",
        name: "tokyo",
        source: "listProxies",
        details: { type: "isp" },
        atMs: nowMs,
      },
    ]);
    const spike = await readSpike(db, { nowMs });
    expect(spike).toMatchObject({
      verdict: "spike",
      recent: { failed: 12, ended: 32 },
      base: { failed: 0, ended: 200 },
      sessions_known: { failed: 10, ended: 25 },
      looked_at: 32,
      complete: false,
    });
    expect(spike.attributes).toMatchObject([
      // (10/10) / (11/25), and (12/12) / (14/32).
      {
        kind: "version",
        id: "shop v2",
        version: "v2",
        failed_with: 12,
        failed: 12,
        ended_with: 14,
        ended: 32,
        lift: 32 / 14,
      },
      {
        kind: "proxy",
        id: "p1",
        name: "tokyo",
        failed_with: 10,
        failed: 10,
        ended_with: 11,
        ended: 25,
        lift: 25 / 11,
      },
    ]);
  });

  it("excludes interrupted invocations from both periods and from the shared attributes", async () => {
    const recent = nowMs - 10 * minuteMs;
    const cut = "the service was stopped while this was running";
    const earlier = (at: number) => nowMs - 3_600_000 - at * minuteMs;
    await write([
      ...many(60, (at) => makeRow({ version: "v1", atMs: earlier(at) })),
      ...many(60, (at) => makeRow({ version: "v1", atMs: earlier(at) + 1, failed: cut })),
      ...many(18, (at) => makeRow({ version: "v1", atMs: recent + at })),
      ...many(30, (at) => makeRow({ version: "v2", atMs: recent + at, failed: cut })),
    ]);
    expect(await readSpike(db, { nowMs })).toMatchObject({
      verdict: "too_few",
      recent: { failed: 0, ended: 18 },
      base: { failed: 0, ended: 60 },
      interrupted: 30,
      attributes: [],
      looked_at: 18,
    });
    // Half of the day before failed, but only by interruption: ten failures of 28 are a spike.
    await write(many(10, (at) => makeRow({ version: "v3", atMs: recent + at, failed: "x" })));
    const spike = await readSpike(db, { nowMs });
    expect(spike).toMatchObject({ verdict: "spike", recent: { failed: 10, ended: 28 }, looked_at: 28 });
    expect(spike.attributes).toMatchObject([{ kind: "version", id: "shop v3", failed: 10, ended: 28 }]);
    expect((await readSpikeDetails(db, { nowMs, floors: noFloors })).details).toMatchObject({
      recent: { failed: 40, ended: 58 },
      interrupted: { recent: 30, base: 60 },
      shared: { id: "shop v3" },
    });
  });

  it("counts whole hours where the roll-ups of five minutes are kept for less than the period", async () => {
    const hourMs = 60 * minuteMs;
    const cut = "the service was stopped while this was running";
    const at = (hoursAgo: number) => nowMs - hoursAgo * hourMs + minuteMs;
    await write([
      ...many(100, () => makeRow({ version: "v1", atMs: at(8) })),
      ...many(40, () => makeRow({ version: "v1", atMs: at(3), failed: cut })),
      ...many(20, () => makeRow({ version: "v1", atMs: at(1) })),
      ...many(20, () => makeRow({ version: "v1", atMs: at(1), failed: "x" })),
    ]);
    const floorMs = nowMs - hourMs;
    await writeCheckpoint(db, floorsCheckpoint, {
      invocations_ms: nowMs - 10 * hourMs + 1,
      fine_ms: floorMs,
    });
    await dropRollups(db, { fineBeforeMs: floorMs, coarseBeforeMs: 0 });
    expect(await readSpike(db, { nowMs, minutes: 150 })).toMatchObject({
      since_ms: nowMs - 3 * hourMs,
      base_since_ms: nowMs - 9 * hourMs,
      verdict: "spike",
      recent: { failed: 20, ended: 40 },
      base: { failed: 0, ended: 100 },
      interrupted: 40,
    });
    expect(await readSpike(db, { nowMs, minutes: 60 })).toMatchObject({
      since_ms: floorMs,
      recent: { failed: 20, ended: 40 },
    });
  });

  it("returns too_few, without attributes, for very few invocations", async () => {
    await write([makeRow({ version: "v1", atMs: nowMs - minuteMs, failed: "x" })]);
    expect(await readSpike(db, { nowMs })).toMatchObject({
      verdict: "too_few",
      chance: null,
      attributes: [],
    });
  });
});
