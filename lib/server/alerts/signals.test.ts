import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Signal } from "../../bff/alert-rules.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import { poolItems } from "../../insight/attention-pools.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { stateCheckpoint } from "../db/leader-report.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { floorsCheckpoint, writeInvocations } from "../invocations/invocation-writes.ts";
import { rollupWidths } from "../invocations/rollups.ts";
import { setPoolRate } from "../pools/pool-rates.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { judgeEmpty } from "./pool-signals.ts";
import { readSignal } from "./signals.ts";

const nowMs = 1_700_000_000_000;
let dataDir = "";
let db: Database;
let health: UpstreamHealth;

const list = (name: "invocations" | "pools", ageMs = 0) => ({
  list: name,
  offered: true,
  mode: "slow" as const,
  last_good_at_ms: nowMs - ageMs,
  failing_since_ms: null,
  code: null,
  behind: null,
  skipped: 0,
  partly: null,
});
const writeReport = (lists: readonly object[], atMs: number, duties: readonly object[] = []) =>
  writeCheckpoint(db, stateCheckpoint, { at_ms: atMs, lists, duties });
const says = (signal: Signal) => readSignal(signal, { db, health: () => health, nowMs: () => nowMs });
const verdicts = async (signal: Signal) => {
  const outcome = await says(signal);
  return outcome.known
    ? outcome.readings.map(({ subject, verdict }) => `${subject} ${verdict}`).sort()
    : outcome.message;
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-signals-"));
  db = await openEmptyStore(dataDir);
  health = { state: "answering" };
  await writeReport([list("invocations"), list("pools")], nowMs);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const rollup = (
  action_name: string,
  succeeded: number,
  failed: number,
  width_ms: number = rollupWidths.fine,
  agoMs = 0,
) =>
  db
    .insertInto("invocation_rollups")
    .values({
      width_ms,
      bucket_ms: Math.floor((nowMs - agoMs) / width_ms) * width_ms,
      app_name: "shop",
      action_name,
      version: "v1",
      queued: 0,
      running: 0,
      succeeded,
      failed,
      other: 0,
      durations: "[]",
    })
    .execute();

describe("readSignal", () => {
  it("counts failures by action; too few invocations are unknown", async () => {
    await rollup("search", 80, 20);
    await rollup("buy", 83, 17);
    await rollup("crawl", 99, 1);
    await rollup("rare", 0, 3);
    const signal = { kind: "failure_share", window_minutes: 30, percent: 20, least: 10 } as const;
    expect(await verdicts(signal)).toEqual([
      "shop/buy between",
      "shop/crawl clear",
      "shop/rare unknown",
      "shop/search bad",
    ]);
    expect(await verdicts({ ...signal, action: "buy" })).toEqual(["shop/buy between"]);
  });

  it("does not count interrupted invocations as failures", async () => {
    await rollup("search", 80, 20);
    await rollup("buy", 5, 20);
    const cut = (action_name: string, at: number, reason: string) =>
      db
        .insertInto("invocations")
        .values({
          id: `${action_name} ${at}`,
          app_name: "shop",
          action_name,
          version: "v1",
          status: "failed",
          started_at_ms: Math.floor(nowMs / rollupWidths.fine) * rollupWidths.fine + at,
          finished_at_ms: nowMs,
          duration_ms: 1,
          reason,
          reason_key: reason,
          payload_head: null,
          output_head: null,
          open: 0,
          first_seen_ms: 1,
          checked_at_ms: 1,
          sessions_at_ms: 0,
        })
        .execute();
    for (let at = 0; at < 18; at += 1) {
      await cut(
        "search",
        at,
        ["the service stopped while it ran", "The service was restarted", "cancelled by request"][at % 3] ??
          "",
      );
      await cut("buy", at, "the service stopped while it ran");
    }
    // Another service that the invocation called: a failure of its own.
    await cut("search", 19, "the service said no");
    const signal = { kind: "failure_share", window_minutes: 30, percent: 20, least: 10 } as const;
    expect(await says(signal)).toMatchObject({
      readings: expect.arrayContaining([
        expect.objectContaining({
          subject: "shop/search",
          verdict: "clear",
          message: "2 of 82 invocations failed (2.4 %) in 33 min",
        }),
        // Too few remain.
        expect.objectContaining({ subject: "shop/buy", verdict: "unknown" }),
      ]),
    });
  });

  it("states few and nearly all failures apart from none and all, and a share below its limit as below it", async () => {
    const signal = { kind: "failure_share", window_minutes: 30, percent: 20, least: 2 } as const;
    for (const [failed, succeeded, share] of [
      [1, 2_999, "< 0.1 %"],
      [2_999, 1, "99.9 %"],
      [499, 2_001, "19.9 %"],
    ] as const) {
      await db.deleteFrom("invocation_rollups").execute();
      await rollup("search", succeeded, failed);
      expect(await says(signal)).toMatchObject({
        readings: [{ message: expect.stringContaining(`invocations failed (${share}) in`) }],
      });
    }
    await db.deleteFrom("invocation_rollups").execute();
    await rollup("search", 1, 0);
    expect(await says(signal)).toMatchObject({
      readings: [{ message: "1 ended invocation, fewer than 2" }],
    });
  });

  it("counts by the hour over a window of which roll-ups of five minutes were deleted", async () => {
    await writeCheckpoint(db, floorsCheckpoint, { invocations_ms: 0, fine_ms: nowMs - 12 * 3_600_000 });
    await rollup("search", 60, 40);
    await rollup("search", 60, 40, rollupWidths.coarse);
    await rollup("search", 0, 50, rollupWidths.coarse, 20 * 3_600_000);
    const signal = { kind: "failure_share", percent: 20, least: 10 } as const;
    expect(await says({ ...signal, window_minutes: 1_440 })).toMatchObject({
      readings: [{ message: "90 of 150 invocations failed (60.0 %) in 1453 min" }],
    });
    expect(await says({ ...signal, window_minutes: 30 })).toMatchObject({
      readings: [{ message: "40 of 100 invocations failed (40.0 %) in 33 min", limit_ms: 1_800_000 }],
    });
  });

  it("finds invocations that are open for too long", async () => {
    const addInvocation = (id: string, action_name: string, minutes: number) =>
      db
        .insertInto("invocations")
        .values({
          id,
          app_name: "shop",
          action_name,
          version: "v1",
          status: "running",
          started_at_ms: nowMs - minutes * 60_000,
          finished_at_ms: null,
          duration_ms: null,
          reason: null,
          reason_key: null,
          payload_head: null,
          output_head: null,
          open: 1,
          first_seen_ms: 1,
          checked_at_ms: 1,
          sessions_at_ms: 0,
        })
        .execute();
    await addInvocation("1", "search", 61);
    await addInvocation("2", "search", 5);
    await addInvocation("3", "buy", 59);
    expect(await verdicts({ kind: "stuck", minutes: 60, p99_times: null })).toEqual([
      "shop/buy clear",
      "shop/search bad",
    ]);
    expect(await says({ kind: "stuck", minutes: 60, p99_times: null })).toMatchObject({
      readings: [{ limit_ms: 3_600_000 }, { limit_ms: 3_600_000 }],
    });
    // The usual duration is unknown.
    expect(await verdicts({ kind: "stuck", minutes: null, p99_times: 3 })).toEqual([
      "shop/buy unknown",
      "shop/search unknown",
    ]);
  });

  it("takes the p99 of an action that mostly failed for no less than a rule of thumb", async () => {
    const write = (action_name: string, status: string, agoMinutes: number, tookMs: number, count: number) =>
      writeInvocations(
        db,
        Array.from({ length: count }, (_, at) => {
          const startedMs = nowMs - agoMinutes * 60_000;
          const invocation = {
            id: `${action_name} ${status} ${agoMinutes} ${at}`,
            app_name: "shop",
            action_name,
            version: "v1",
            status,
            started_at: new Date(startedMs).toISOString(),
            ...(status === "running" ? {} : { finished_at: new Date(startedMs + tookMs).toISOString() }),
          };
          return invocationRowOf(invocation, nowMs) ?? [];
        }).flat(),
      );
    await write("crash", "failed", 120, 1_000, 30);
    await write("crash", "running", 9, 0, 1);
    await write("hang", "failed", 120, 1_000, 30);
    await write("hang", "running", 11, 0, 1);
    await write("watch", "failed", 120, 2_400_000, 30);
    await write("watch", "running", 45, 0, 1);
    expect(await verdicts({ kind: "stuck", minutes: null, p99_times: 2 })).toEqual([
      "shop/crash clear",
      "shop/hang bad",
      "shop/watch clear",
    ]);
  });

  it("reads pools from their samples; a gap is not zero, and a pool that is not listed is gone", async () => {
    const sample = (pool_id: string, agoS: number, available: number | null, size = 4) => ({
      pool_id,
      at_ms: nowMs - agoS * 1_000,
      available,
      acquired: available === null ? null : 0,
      size: available === null ? null : size,
    });
    const samplesOf = (pool_id: string, counts: readonly (number | null)[]) =>
      counts.map((count, at) => sample(pool_id, (counts.length - 1 - at) * 40, count));
    await insertPoolSamples(db, [
      ...samplesOf("short", [2, 2, 2, 2, 2, 2]),
      ...samplesOf("full", [4, 4, 4, 4, 4, 4]),
      ...samplesOf("filling", [0, 1, 1, 2, 2, 3]),
      ...samplesOf("new", [2, 2]),
      ...samplesOf("silent", [2, 2, 2, 2, 2, null]),
      ...samplesOf("unrated", [2, 2, 2, 2, 2, 2]),
      ...samplesOf("unfilled", [2, 2, 2, 2, 2, 2]),
      sample("gone", 200, 1),
    ]);
    const rate = (id: string, per_minute: number) => setPoolRate(db, id, { per_minute, by: "ada", at_ms: 1 });
    for (const id of ["short", "full", "filling", "new", "silent"]) await rate(id, 1);
    await rate("unfilled", 0);
    expect(await verdicts({ kind: "pool_cannot_fill", minutes: 5 })).toEqual([
      "filling clear",
      "full clear",
      "new unknown",
      "short bad",
      "silent unknown",
      "unfilled clear",
      "unrated unknown",
    ]);
  });

  it("reads proxies from their checks", async () => {
    const check = (proxy_id: string, agoS: number, status: string) => ({
      proxy_id,
      at_ms: nowMs - agoS * 1_000,
      status,
      latency_ms: null,
      ip: null,
      source: "schedule" as const,
    });
    await insertProxyChecks(db, [
      check("down", 30, "available"),
      check("down", 20, "unavailable"),
      check("down", 10, "unavailable"),
      check("once", 20, "available"),
      check("once", 10, "unavailable"),
      check("up", 10, "available"),
      check("old", 90_000, "unavailable"),
    ]);
    expect(await verdicts({ kind: "proxy_down", checks: 2 })).toEqual([
      "down bad",
      "once between",
      "up clear",
    ]);
    expect(await verdicts({ kind: "proxy_flapping", score: 30 })).toEqual([
      "down bad",
      "once unknown",
      "up unknown",
    ]);
  });

  it("returns only the API's state while it fails", async () => {
    health = { state: "failing", code: "upstream_unreachable" };
    expect(await verdicts({ kind: "upstream_unreachable" })).toEqual([" bad"]);
    for (const signal of [
      { kind: "proxy_down", checks: 1 },
      { kind: "recorder_behind" },
      { kind: "pool_cannot_fill", minutes: 5 },
    ] as const)
      expect(await verdicts(signal)).toBe("the API cannot be reached");
    health = { state: "unknown" };
    expect(await verdicts({ kind: "upstream_unreachable" })).toBe("No request was sent to the API yet.");
  });

  it("says what a code means, as the text is a sentence on the page and in webhooks", async () => {
    const messageOf = async (kind: "upstream_unreachable" | "recorder_behind") => {
      const outcome = await says({ kind });
      return outcome.known ? outcome.readings[0]?.message : outcome.message;
    };
    health = { state: "failing", code: "upstream_timeout" };
    expect(await messageOf("upstream_unreachable")).toBe("the API did not answer in time");
    health = { state: "failing" };
    expect(await messageOf("upstream_unreachable")).toBe("the API does not answer as it should");
    expect(await messageOf("recorder_behind")).toBe("the API does not answer as it should");
    health = { state: "answering" };
    const failing = { ...list("pools"), failing_since_ms: nowMs - 300_000, code: "upstream_busy" };
    await writeReport([failing], nowMs);
    expect(await messageOf("recorder_behind")).toBe("not recorded for 5 min: the API is limiting requests");
  });

  it("is unknown for lists that were not read recently", async () => {
    await writeReport([list("pools", 61_000)], nowMs);
    expect(await verdicts({ kind: "pool_cannot_fill", minutes: 5 })).toBe("the pools were not read recently");
    expect(await verdicts({ kind: "stuck", minutes: 5, p99_times: null })).toContain("not read recently");
    await writeReport([list("pools")], nowMs - 61_000);
    expect(await verdicts({ kind: "recorder_behind" })).toBe("no replica records");
  });

  it("is bad for the recorder while a list fails or is incomplete", async () => {
    const failing = { ...list("pools"), failing_since_ms: nowMs - 5_000, code: "store_full" };
    const behind = { ...list("invocations"), behind: { to_ms: 1, reached_ms: null } };
    await writeReport([failing, behind], nowMs);
    expect(await verdicts({ kind: "recorder_behind" })).toEqual(["invocations bad", "pools bad"]);
    const cleaning = {
      duty: "cleaning",
      failing_since_ms: nowMs - 5_000,
      code: "store_unavailable",
      lost: 0,
    };
    const noting = { duty: "noting", failing_since_ms: null, code: null, lost: 3 };
    await writeReport([list("pools")], nowMs, [cleaning, noting]);
    expect(await verdicts({ kind: "recorder_behind" })).toEqual([
      "cleaning bad",
      "noting clear",
      "pools clear",
    ]);
  });
});

describe("pool signals", () => {
  it.each([
    {
      script: "fills at a quarter of its rate",
      missing: 20,
      rate: 4,
      comesEveryS: 60,
      minutes: 5,
      bad: true,
    },
    {
      script: "has had no time for one at its rate",
      missing: 1,
      rate: 0.1,
      comesEveryS: 0,
      minutes: 6,
      bad: false,
    },
    {
      script: "has had the time, and none came",
      missing: 1,
      rate: 0.1,
      comesEveryS: 0,
      minutes: 31,
      bad: true,
    },
    { script: "fills at its rate", missing: 20, rate: 4, comesEveryS: 15, minutes: 4, bad: false },
  ])("that $script: page, overview and alert agree", async ({ missing, rate, comesEveryS, minutes, bad }) => {
    const size = 40;
    const samples = Array.from({ length: minutes * 4 + 1 }, (_, at) => ({
      pool_id: "p",
      at_ms: nowMs - (minutes * 4 - at) * 15_000,
      available: size - missing + (comesEveryS === 0 ? 0 : Math.floor((at * 15) / comesEveryS)),
      acquired: 0,
      size,
    }));
    await insertPoolSamples(db, samples);
    const set = { per_minute: rate, by: "ada", at_ms: 1 };
    await setPoolRate(db, "p", set);
    const rest = { poolId: "p", set, maxSilenceMs: 45_000, overMs: 300_000, targetMinutes: 60 };
    const insight = poolInsightOf({ ...rest, samples, config: { size } });
    expect(insight.state.kind === "cannot_fill").toBe(bad);
    const pools = [{ id: "p", name: null, proxy_id: null, samples, maxSilenceMs: 45_000, insight }];
    const states = poolItems({ pools }).map(({ state }) => state);
    expect(states.includes("cannot_fill")).toBe(bad);
    const alert = await verdicts({ kind: "pool_cannot_fill", minutes: 5 });
    expect(Array.isArray(alert) && alert.includes("p bad")).toBe(bad);
  });

  it("matches the pools page on the time to empty: bad within the bound, clear well beyond it", () => {
    const insight = (available: readonly number[], size = 20) => {
      const samples = available.map((count, at) => ({
        at_ms: nowMs - (available.length - 1 - at) * 15_000,
        available: count,
        acquired: (available[0] ?? 0) - count,
        size,
      }));
      const rest = { poolId: "p", set: null, maxSilenceMs: 45_000, overMs: 300_000, targetMinutes: 60 };
      return poolInsightOf({ ...rest, samples, config: { size, fill_rate_per_minute: 0 } });
    };
    // Two per minute: one less in every second sample.
    const draining = insight([14, 14, 13, 13, 12, 12, 11, 11, 10], 14);
    expect(draining.empty?.minutes).toBeCloseTo(5);
    expect(judgeEmpty(draining, 5.1).verdict).toBe("bad");
    expect(judgeEmpty(draining, 4.5).verdict).toBe("between");
    expect(judgeEmpty(draining, 4).verdict).toBe("clear");
    expect(judgeEmpty(insight([0, 0, 0]), 5).verdict).toBe("bad");
    expect(judgeEmpty(insight([0, 0, 0], 0), 5).verdict).toBe("clear");
    expect(judgeEmpty(insight([3]), 5).verdict).toBe("unknown");
    expect(judgeEmpty(insight([3, 3, 3, 3]), 5).verdict).toBe("clear");
  });
});
