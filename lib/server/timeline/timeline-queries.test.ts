import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { scriptedInvocation } from "../../../tests/support/fakes/scripted-invocations.ts";
import type { RecorderListName } from "../../bff/recorder.ts";
import { timelineLimits } from "../../bff/timeline.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { addUser, findUser } from "../auth/users.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { addGap, openGap } from "../db/gaps.ts";
import { stateCheckpoint } from "../db/leader-report.ts";
import { recorderLease, takeLease } from "../db/leases.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { downsamplePoolSamples } from "../pools/downsample-pool-samples.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { addAnnotation, readAnnotations, removeAnnotation } from "./annotations.ts";
import { addLogGap, readLogGaps } from "./log-gaps.ts";
import { readTimeline } from "./timeline.ts";
import { readTimelinePools } from "./timeline-lanes.ts";

let dataDir = "";
let db: Database;
const ids: Record<string, string> = {};
const range = { fromMs: 1_000_000, toMs: 2_000_000 };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-timeline-"));
  db = await openEmptyStore(dataDir);
  for (const username of ["ada", "ben"]) {
    await addUser(db, { username, passwordHash: "-", role: "operator" }, 1);
    ids[username] = (await findUser(db, username))?.id ?? "";
  }
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const ada = () => ({ userId: ids.ada ?? "", username: "ada" });
const read = (role: "operator" | "viewer" = "operator", byRules = true) =>
  readTimeline(db, { ...range, byRules }, { userId: ids.ada ?? "", role }, range.toMs);

const addInvocations = async (
  invocations: readonly (readonly [id: string, atMs: number, status: string])[],
) => {
  for (const [id, atMs, status] of invocations)
    await db
      .insertInto("invocations")
      .values({
        id,
        app_name: "shop",
        action_name: "search",
        version: "v1",
        status,
        started_at_ms: atMs,
        finished_at_ms: null,
        duration_ms: null,
        reason: null,
        reason_key: null,
        payload_head: "secret payload",
        output_head: "secret output",
        open: 0,
        first_seen_ms: atMs,
        checked_at_ms: atMs,
        sessions_at_ms: 0,
      })
      .execute();
};

describe("readTimeline", () => {
  it("counts the invocations of the range by status, and lists the newest without payload and output", async () => {
    const inside = Array.from({ length: 250 }, (_, at): readonly [string, number, string] => [
      `invocation${String(at).padStart(3, "0")}`,
      range.fromMs + at * 4_000,
      at % 5 === 0 ? "failed" : "succeeded",
    ]);
    await addInvocations([
      ...inside,
      ["before", range.fromMs - 1, "failed"],
      ["behind", range.toMs, "failed"],
    ]);
    const { invocations } = await read();
    expect([invocations.total, invocations.failed, invocations.succeeded, invocations.exact]).toEqual([
      250,
      50,
      200,
      true,
    ]);
    expect(invocations.items).toHaveLength(timelineLimits.invocations);
    expect(invocations.items[0]?.id).toBe("invocation249");
    expect(invocations.buckets.reduce((sum, bucket) => sum + bucket.failed + bucket.succeeded, 0)).toBe(250);
    expect(invocations.buckets.length).toBeLessThanOrEqual(timelineLimits.buckets);
    expect(JSON.stringify(invocations)).not.toContain("secret");
  });

  it("counts from the roll-ups what is more than it reads one by one", async () => {
    const rows = Array.from({ length: timelineLimits.invocationsCounted + 1 }, (_, at) =>
      invocationRowOf(scriptedInvocation(at, { count: 25_000, fromMs: range.fromMs, spanMs: 900_000 }), 0),
    );
    const write = (from: number, to?: number) =>
      db.transaction().execute((trx) => writeInvocations(trx, rows.slice(from, to)));
    await write(0, -1);
    const { total, failed, succeeded, exact } = (await read()).invocations;
    expect([total, exact]).toEqual([timelineLimits.invocationsCounted, true]);
    await write(-1);
    const { invocations } = await read();
    expect(rows.at(-1)?.status).toBe("succeeded");
    expect(invocations).toMatchObject({ total: total + 1, failed, succeeded: succeeded + 1, exact: false });
    const inBuckets = invocations.buckets.map((bucket) => bucket.succeeded);
    expect(inBuckets.reduce((sum, each) => sum + each, 0)).toBe(invocations.succeeded);
    expect(invocations.buckets.every(({ at_ms }) => at_ms % invocations.bucket_ms === 0)).toBe(true);
  });

  it("has those that ran into the range, not those that had ended or are older than an invocation can be", async () => {
    await addInvocations([
      ["ended", range.fromMs - 90_000, "failed"],
      ["ran on", range.fromMs - 60_000, "succeeded"],
      ["runs", range.fromMs - 30_000, "running"],
      ["inside", range.fromMs, "running"],
    ]);
    const change = (id: string, to: { finished_at_ms?: number; open?: number }) =>
      db.updateTable("invocations").set(to).where("id", "=", id).execute();
    await change("ended", { finished_at_ms: range.fromMs - 1 });
    await change("ran on", { finished_at_ms: range.fromMs + 5_000 });
    await change("runs", { open: 1 });
    const { earlier, total } = (await read()).invocations;
    expect([earlier.map(({ id }) => id), total]).toEqual([["runs", "ran on"], 1]);
  });

  it("lists sessions that overlap the range, with their invocations, and no end where none is recorded", async () => {
    const session = (id: string, atMs: number, endedAtMs?: number) =>
      upsertResources(db, [
        {
          kind: "session",
          id,
          name: null,
          source: "listBrowsers",
          atMs,
          endedAtMs,
          details: { created_at: new Date(atMs - 60_000).toISOString(), proxy_id: "px" },
        },
      ]);
    await session("gone", 900_000, 950_000);
    await session("ended", 990_000, 1_400_000);
    await session("open", 1_500_000);
    await session("later", 2_100_000);
    await addInvocationSessions(db, "invocation1", ["ended"], 1_000_000);
    const { sessions } = await read();
    expect(sessions).toEqual({
      total: 2,
      items: [
        {
          id: "open",
          name: null,
          from_ms: 1_440_000,
          until_ms: null,
          last_seen_ms: 1_500_000,
          proxy_id: "px",
          invocations: [],
        },
        {
          id: "ended",
          name: null,
          from_ms: 930_000,
          until_ms: 1_400_000,
          last_seen_ms: 990_000,
          proxy_id: "px",
          invocations: ["invocation1"],
        },
      ],
    });
  });

  it("returns a pool's extremes over all samples, keeps unanswered polls, and stays bounded", async () => {
    const samples = Array.from({ length: 400 }, (_, at) => ({
      pool_id: "p1",
      at_ms: range.fromMs + at * 2_500,
      size: 5,
      ...(at >= 100 && at < 110
        ? { available: null, acquired: null, size: null }
        : { available: at === 200 ? 0 : 3, acquired: at === 201 ? 4 : 1 }),
    }));
    await insertPoolSamples(db, [
      ...samples,
      { pool_id: "p1", at_ms: 999_999, available: 9, acquired: 9, size: 18 },
    ]);
    const [pool] = (await read()).pools.items;
    expect(pool).toMatchObject({
      // Nine were acquired at the start.
      samples: 390,
      unanswered: 10,
      available_min: 0,
      acquired_max: 9,
      unfilled_max: 4,
      coarse: false,
      name: null,
    });
    expect(pool?.points.length).toBeLessThanOrEqual(timelineLimits.poolPoints + 2);
    expect(pool?.points[0]).toEqual({ at_ms: 999_999, available: 9, acquired: 9, size: 18 });
    expect(pool?.points.some((point) => point.available === null)).toBe(true);
    expect(pool?.points.at(-1)).toEqual({ at_ms: 1_997_500, available: 3, acquired: 1, size: 5 });
  });

  it("keeps the state from before a range that is shorter than the time between two polls", async () => {
    const [before, after] = [1_000_000, 1_020_000];
    await insertPoolSamples(
      db,
      [before, after].map((at_ms) => ({ pool_id: "p1", at_ms, available: 1, acquired: 2, size: 5 })),
    );
    const { items } = (await readTimelinePools(db, { fromMs: before + 5_000, toMs: after - 5_000 })).pools;
    expect(items).toMatchObject([
      { pool_id: "p1", samples: 0, unfilled_max: 2, points: [{ at_ms: before, available: 1 }] },
    ]);
  });

  it("lists every pool that lacked browsers, and calm ones only up to a few", async () => {
    const sampled = (prefix: string, count: number, available: number) =>
      Array.from({ length: count }, (_, at) => ({
        pool_id: `${prefix}${at}`,
        at_ms: 1_500_000,
        available,
        acquired: 0,
        size: 3,
      }));
    await insertPoolSamples(db, [...sampled("calm", 12, 3)]);
    expect((await readTimelinePools(db, range)).pools.items).toHaveLength(timelineLimits.poolsShown);
    await insertPoolSamples(db, sampled("short", 20, 1));
    const { total, items } = (await readTimelinePools(db, range)).pools;
    expect([total, items.length, items.every(({ pool_id }) => pool_id.startsWith("short"))]).toEqual([
      32,
      20,
      true,
    ]);
  });

  it("shows an unanswered poll as a gap of one poll", async () => {
    const samples = Array.from({ length: 400 }, (_, at) => ({
      pool_id: "p1",
      at_ms: range.fromMs + at * 2_500,
      size: 5,
      ...(at === 200
        ? { available: null, acquired: null, size: null }
        : { available: at === 201 ? 2 : 3, acquired: 1 }),
    }));
    await insertPoolSamples(db, samples);
    const points = (await read()).pools.items[0]?.points ?? [];
    const gap = points.findIndex(({ available }) => available === null);
    expect(points.slice(gap, gap + 2)).toEqual([
      { at_ms: range.fromMs + 500_000, available: null, acquired: null, size: null },
      { at_ms: range.fromMs + 502_500, available: 2, acquired: 1, size: 5 },
    ]);
    expect(new Set(points.map(({ at_ms }) => at_ms)).size).toBe(points.length);
  });

  it("has a pool in finer steps where the record is younger than the range, as it is drawn from its beginning", async () => {
    const beganMs = range.fromMs + 900_000;
    const samples = Array.from({ length: 20 }, (_, at) => ({
      at_ms: beganMs + at * 5_000,
      available: at % 2,
    }));
    await insertPoolSamples(
      db,
      samples.map((sample) => ({ ...sample, pool_id: "p1", acquired: 0, size: 5 })),
    );
    const sliceMs = async () => {
      const { pools, pool_slice_ms } = await read();
      return [pools.items[0]?.points.length, pools.items[0]?.samples, pool_slice_ms];
    };
    expect(await sliceMs()).toEqual([20, 20, 5_000]);
    await insertPoolSamples(db, [{ pool_id: "p1", at_ms: 1, available: 1, acquired: 0, size: 5 }]);
    expect(await sliceMs()).toEqual([3, 20, 60_000]);
  });

  it("places a pool's five-minute bucket at its end", async () => {
    const slice = Math.floor(range.fromMs / 300_000) * 300_000 + 300_000;
    const sample = (atMs: number, available: number) => ({
      pool_id: "p1",
      at_ms: slice + atMs,
      available,
      acquired: 0,
      size: 5,
    });
    await insertPoolSamples(db, [
      ...[0, 100_000, 285_000].map((atMs) => sample(atMs, 5)),
      ...[300_000, 400_000, 500_000].map((atMs) => sample(atMs, 0)),
      sample(620_000, 4),
    ]);
    while (await downsamplePoolSamples(db, slice + 600_000));
    const lane = async (fromMs: number, toMs: number) => {
      const [pool] = (await readTimelinePools(db, { fromMs: slice + fromMs, toMs: slice + toMs })).pools
        .items;
      return {
        drawn: pool?.points.map(({ at_ms: atMs, available }) => [atMs - slice, available]),
        samples: pool?.samples,
        least: pool?.available_min,
      };
    };
    expect(await lane(-60_000, 900_000)).toEqual({
      drawn: [
        [299_999, 5],
        [599_999, 0],
        [620_000, 4],
      ],
      samples: 7,
      least: 0,
    });
    // A range that begins within a bucket includes its end; one that ends within it does not.
    expect(await lane(310_000, 900_000)).toMatchObject({ samples: 4, least: 0 });
    expect(await lane(-60_000, 310_000)).toMatchObject({ samples: 3, least: 5 });
  });

  it("lists each action once with its outcome, denied and unanswered ones too, for operators only", async () => {
    const record = { actor: "ada", role: "operator", ip: "10.9.8.7", action: "checkProxy", target: "px" };
    const note = (requestId: string, phase: "intended" | "answered" | "denied", atMs: number, more = {}) =>
      appendAudit(db, { ...record, requestId, phase, ...more }, atMs);
    await note("r1", "intended", 1_100_000, { reason: "is it down?" });
    await note("r1", "answered", 2_500_000, { status: 200 });
    await note("r2", "denied", 1_200_000, { status: 403 });
    await note("r3", "intended", 1_300_000);
    const { actions } = await read();
    expect(actions?.items.map((each) => [each.request_id, each.outcome, each.status])).toEqual([
      ["r3", "unanswered", null],
      ["r2", "denied", 403],
      ["r1", "answered", 200],
    ]);
    expect(actions?.total).toBe(3);
    expect(JSON.stringify(actions)).not.toContain("10.9.8.7");
    expect((await read("viewer")).actions).toBeNull();
  });

  it("leaves out the acts of rules ahead of the limit, so that they hide no act of a person", async () => {
    const record = {
      role: "operator",
      ip: "",
      action: "updateBrowser",
      target: "b",
      phase: "event",
    } as const;
    await appendAudit(db, { ...record, requestId: "p", actor: "ada" }, range.fromMs);
    for (let at = 1; at <= timelineLimits.actions; at += 1)
      await appendAudit(db, { ...record, requestId: `r${at}`, actor: "Fleetdeck" }, range.fromMs + at);
    expect((await read("operator", false)).actions).toMatchObject({ total: 1, items: [{ actor: "ada" }] });
    expect((await read()).actions?.total).toBe(timelineLimits.actions + 1);
  });

  it("returns checks with their proxy's name, and the total beyond the limit", async () => {
    await upsertResources(db, [
      { kind: "proxy", id: "px", name: "oslo", source: "listProxies", details: {}, atMs: 1 },
    ]);
    const check = (at: number) => ({
      proxy_id: "px",
      at_ms: range.fromMs + at,
      status: "available",
      latency_ms: null,
      ip: null,
      source: "operator" as const,
    });
    await insertProxyChecks(
      db,
      Array.from({ length: timelineLimits.checks + 20 }, (_, at) => check(at)),
    );
    const { checks } = await read();
    expect([checks.total, checks.items.length]).toEqual([timelineLimits.checks + 20, timelineLimits.checks]);
    expect(checks.items[0]).toMatchObject({ name: "oslo", at_ms: range.fromMs + timelineLimits.checks + 19 });
  });

  it("lists the recorder's gaps that overlap the range, including filled ones", async () => {
    const gap = (from_ms: number, to_ms: number) =>
      addGap(db, { list: "pools", from_ms, to_ms, why: "refused" });
    await gap(100, 200);
    await gap(900_000, 1_100_000);
    expect((await read()).gaps).toEqual({
      total: 1,
      items: [{ list: "pools", from_ms: 900_000, to_ms: 1_100_000, why: "refused", filled: false }],
    });
  });

  it("has a gap of pools and browsers, too, while nobody records them", async () => {
    const last = (list: RecorderListName, atMs: number | null, offered = true) => ({
      list,
      offered,
      mode: "slow",
      last_good_at_ms: atMs,
      failing_since_ms: null,
      code: null,
      behind: null,
      skipped: 0,
      partly: null,
    });
    const silentMs = range.toMs - 600_000;
    const report = async (lists: readonly ReturnType<typeof last>[]) => {
      await writeCheckpoint(db, stateCheckpoint, { at_ms: silentMs, duties: [], lists });
      return (await read()).gaps;
    };
    const unread = { from_ms: silentMs, to_ms: null, why: "not_running", filled: false };
    const gap = (list: string) => ({ list, ...unread });
    const both = [last("pools", silentMs), last("browsers", silentMs)];
    expect(await report([...both, last("proxies", silentMs)])).toEqual({
      total: 2,
      items: [gap("pools"), gap("browsers")],
    });
    expect((await report([last("pools", null), last("browsers", silentMs, false)])).items).toEqual([]);
    await openGap(db, "browsers", silentMs - 1, "refused");
    expect((await report(both)).items).toMatchObject([gap("pools"), { list: "browsers", why: "refused" }]);
    await takeLease(db, { name: recorderLease, holder: "a" });
    expect((await report(both)).items).toMatchObject([{ list: "browsers", why: "refused" }]);
  });
});

describe("log gaps", () => {
  it("are stored once each, with known or unknown size, and read by range", async () => {
    const gap = {
      session_id: "s1",
      source: "path" as const,
      log: "/tmp/a.log",
      reason: "disconnected",
      from_ms: 1_100_000,
      to_ms: 1_200_000,
      lines: null,
    };
    await addLogGap(db, gap);
    await addLogGap(db, gap);
    await addLogGap(db, { ...gap, from_ms: null, to_ms: 2_500_000, lines: 340 });
    expect(await readLogGaps(db, range)).toEqual({ total: 1, items: [gap] });
    expect((await readLogGaps(db, { fromMs: 2_400_000, toMs: 2_600_000 })).items).toMatchObject([
      { lines: 340 },
    ]);
  });
});

describe("annotations", () => {
  it("are visible to everyone and deleted only by their author", async () => {
    const stored = await addAnnotation(db, ada(), { at_ms: 1_500_000, note: "rolled back" }, 1_600_000);
    expect((await readAnnotations(db, range, ids.ben ?? "")).items).toEqual([{ ...stored, mine: false }]);
    await expect(removeAnnotation(db, stored.id, ids.ben ?? "")).rejects.toMatchObject({ status: 403 });
    await removeAnnotation(db, stored.id, ids.ada ?? "");
    expect((await readAnnotations(db, range, ids.ada ?? "")).total).toBe(0);
    await expect(removeAnnotation(db, stored.id, ids.ada ?? "")).rejects.toMatchObject({ status: 404 });
  });

  it("are limited in number per operator", async () => {
    for (let at = 0; at < timelineLimits.annotationsPerOperator; at += 1)
      await addAnnotation(db, ada(), { at_ms: at, note: `${at}` }, 1);
    await expect(addAnnotation(db, ada(), { at_ms: 1, note: "more" }, 1)).rejects.toMatchObject({
      status: 409,
    });
  });
});
