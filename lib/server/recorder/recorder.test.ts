// Consecutive terms of the recorder on a real file: times without a reading are recorded as gaps.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Pool } from "../../contract/pools.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { releaseLease, takeLease } from "../db/leases.ts";
import { storeUnavailable } from "../db/store-unavailable.ts";
import type { InventoryWriterState } from "../inventory/inventory-writer.ts";
import { poolHistoryOf } from "../pools/pool-history.ts";
import { readRawSamples } from "../pools/pool-sample-history.ts";
import { makeRecorder } from "./recorder.ts";
import { countsAsFault, statusOf } from "./recorder-state.ts";

const poolWith = (available: number, id = "p1"): Pool => ({
  id,
  available_count: available,
  acquired_count: 1,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: { size: 4 },
});
const unanswered = new Error("down");
let dataDir = "";
let db: Database;
let clock: TestClock;
let noting: InventoryWriterState;
let retryAfterMs: number | undefined;
let absent = false;
let partly: "cut" | null = null;
let upstream = { down: false, available: 2, ids: ["p1"], requests: { pools: 0, browsers: 0 } };
beforeEach(async () => {
  partly = null;
  absent = false;
  retryAfterMs = undefined;
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-recorder-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(Date.UTC(2026, 10, 21, 12));
  noting = { failingSinceMs: null, code: null, lost: 0 };
  upstream = { down: false, available: 2, ids: ["p1"], requests: { pools: 0, browsers: 0 } };
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const answer = async <T>(what: "pools" | "browsers", given: T) => {
  upstream.requests[what] += 1;
  if (upstream.down) throw unanswered;
  return { atMs: clock.nowMs(), ...given };
};

/** Starts a term that ends without cleanup, as by kill -9. */
async function term(holder: string) {
  const lease = await takeLease(db, { name: "recorder", holder });
  if (lease === undefined) throw new Error("the lease is another's");
  const faults: string[] = [];
  const recorder = makeRecorder(lease, {
    db,
    dropExpired: [],
    invocations: {
      list: () => answer("pools", { items: [], count: 0, hasMore: false }),
      retrieve: async () => "absent",
      sessions: async () => [],
      tooLarge: () => false,
      refused: () => false,
    },
    pools: () =>
      answer("pools", {
        pools: upstream.ids.map((id) => poolWith(upstream.available, id)),
        partly,
      }),
    lists: {
      browsers: () =>
        absent
          ? Promise.resolve("absent" as const)
          : answer("browsers", { ids: new Set(["s1"]), pages: 1, partly }),
      proxies: async () => {
        throw unanswered;
      },
      profiles: async () => "absent",
      extensions: async () => "absent",
    },
    noting: () => noting,
    retention: { rawHours: 48, days: 30, maxMb: 100 },
    requestsPerMinute: 240,
    retryAfterMs: () => retryAfterMs,
    codeOf: (error) => (error === unanswered ? "upstream_down" : storeUnavailable),
    clock,
    report: (what) => faults.push(what),
    onLost: () => faults.push("lost"),
  });
  const die = async () => {
    await settled();
    recorder.stop();
    await releaseLease(db, lease);
  };
  recorder.start();
  return { recorder, die, faults };
}

/** Resolves when invocations, pools, four lists and retention wait for their next turn, so that all writes are done. */
const parts = 7;
const settled = () => waitUntil("every turn is over", () => clock.waiting === parts);
const pass = async (ms: number) => {
  await clock.advance(ms);
  await settled();
};
const gaps = async (list: string) =>
  (
    await db.selectFrom("recorder_gaps").selectAll().where("list", "=", list).orderBy("from_ms").execute()
  ).map(({ from_ms, to_ms, why, filled }) => ({ from_ms, to_ms, why, filled }));
const readReport = () => readCheckpoint(db, stateCheckpoint, leaderReport);

describe("a list without answers", () => {
  it.each(["pools", "browsers"] as const)(
    "has a gap of the %s from the last answer to the next",
    async (list) => {
      const { die, faults } = await term("a");
      await pass(1);
      const lastMs = clock.nowMs();
      expect(await gaps(list)).toEqual([]);
      upstream.down = true;
      for (let turn = 0; turn < 4; turn += 1) await pass(15_000);
      expect(await gaps(list)).toEqual([
        { from_ms: expect.any(Number), to_ms: null, why: "upstream_down", filled: 0 },
      ]);
      expect((await gaps(list))[0]?.from_ms).toBeLessThanOrEqual(lastMs);
      upstream.down = false;
      await pass(15_000);
      const [closed, ...more] = await gaps(list);
      expect(more).toEqual([]);
      expect(closed?.to_ms).toBeGreaterThan(lastMs + 60_000);
      expect(faults).toEqual([]);
      await die();
    },
  );

  it("has no gap after one or two failed polls", async () => {
    const { die, faults } = await term("a");
    await pass(1);
    for (const turns of [1, 2, 1]) {
      upstream.down = true;
      for (let turn = 0; turn < turns; turn += 1) await pass(15_000);
      upstream.down = false;
      await pass(15_000);
    }
    for (const list of ["pools", "browsers"]) expect(await gaps(list)).toEqual([]);
    // The sample of an unanswered poll has nulls nevertheless.
    const samples = (await readRawSamples(db, { sinceMs: 0, untilMs: clock.nowMs() })).get("p1") ?? [];
    expect(samples.filter(({ available }) => available === null)).toHaveLength(4);
    expect(faults).toEqual([]);
    await die();
  });

  it("has a gap since the last answer after a long Retry-After of a single failure", async () => {
    retryAfterMs = 120_000;
    const { die } = await term("a");
    await pass(1);
    const lastMs = clock.nowMs();
    upstream.down = true;
    await pass(15_000);
    upstream.down = false;
    expect(await gaps("browsers")).toEqual([]);
    await pass(120_000);
    for (const list of ["pools", "browsers"]) {
      const [gap, ...more] = await gaps(list);
      expect(more).toEqual([]);
      expect(gap).toMatchObject({ why: "upstream_down", to_ms: expect.any(Number) });
      expect(gap?.from_ms).toBeLessThanOrEqual(lastMs);
      expect(gap?.to_ms).toBeGreaterThan(lastMs + 120_000);
    }
    await die();
  });

  it("has no gap when the upstream lacks the list", async () => {
    absent = true;
    const { die } = await term("a");
    await pass(1);
    for (let turn = 0; turn < 3; turn += 1) await pass(60_000);
    expect(await gaps("browsers")).toEqual([]);
    absent = false;
    await pass(60_000);
    await pass(15_000);
    expect(await gaps("browsers")).toEqual([]);
    await die();
  });

  it("continues one gap when its leader crashes, until the next leader's first answer", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.heartbeat();
    upstream.down = true;
    for (let turn = 0; turn < 4; turn += 1) await pass(15_000);
    await first.die();
    clock.step(60_000);
    const second = await term("b");
    await pass(1);
    const open = await gaps("pools");
    expect(open).toMatchObject([{ to_ms: null, why: "upstream_down" }]);
    upstream.down = false;
    await pass(15_000);
    expect(await gaps("pools")).toMatchObject([{ from_ms: open[0]?.from_ms, to_ms: expect.any(Number) }]);
    await second.die();
  });
});

describe("a suspended process", () => {
  it.each([true, false])(
    "has a gap between its last two answers; the next one comes at once: %s",
    async (answered) => {
      const { die, faults } = await term("a");
      await pass(1);
      await pass(15_000);
      const lastMs = clock.nowMs();
      // The machine sleeps: no monotonic time passes.
      clock.step(hourMs);
      upstream.down = !answered;
      await pass(15_000);
      upstream.down = false;
      await pass(15_000);
      for (const list of ["pools", "browsers"]) {
        const [gap, ...more] = await gaps(list);
        expect(more).toEqual([]);
        expect(gap).toMatchObject({ why: "not_polled", filled: 0 });
        expect(gap?.from_ms).toBeLessThanOrEqual(lastMs);
        expect(gap?.from_ms).toBeGreaterThanOrEqual(lastMs - 15_000);
        expect(gap?.to_ms).toBeGreaterThanOrEqual(lastMs + hourMs);
        expect(gap?.to_ms).toBeLessThanOrEqual(clock.nowMs());
      }
      // The chart's series has the gap, too.
      const { pools } = await poolHistoryOf(db, { sinceMs: lastMs - 60_000 }, clock.nowMs(), 48 * hourMs);
      expect(pools[0]?.samples.some(({ available }) => available === null)).toBe(true);
      expect(faults).toEqual([]);
      await die();
    },
  );
});

describe("an hour without a leader", () => {
  it("is a gap since the last answer that is not filled", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.heartbeat();
    const lastMs = clock.nowMs();
    await first.die();
    clock.step(hourMs);
    const second = await term("b");
    await pass(1);
    for (const list of ["pools", "browsers"]) {
      const [gap, ...more] = await gaps(list);
      expect(more).toEqual([]);
      expect(gap).toMatchObject({ why: "not_running", filled: 0 });
      expect(gap?.from_ms).toBeLessThanOrEqual(lastMs);
      expect(gap?.to_ms).toBeGreaterThanOrEqual(lastMs + hourMs);
    }
    await second.die();
  });

  it("is a gap also when the next leader gets no answer and crashes", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.heartbeat();
    const read = (await readReport())?.lists.find(({ list }) => list === "browsers")?.last_good_at_ms;
    expect(read).not.toBeNull();
    await first.die();
    upstream.down = true;
    const second = await term("b");
    await second.recorder.heartbeat();
    expect((await readReport())?.lists.find(({ list }) => list === "browsers")?.last_good_at_ms).toBe(read);
    await second.die();
  });
});

describe("a failing database", { timeout: 90_000 }, () => {
  const status = async () => statusOf(await readReport()).status;

  it("fails the list whose answers are lost, and records a gap when it works again", async () => {
    upstream.ids = Array.from({ length: 400 }, (_, at) => `p${at}`);
    const { recorder, die } = await term("a");
    await pass(1);
    await recorder.heartbeat();
    expect(await status()).toBe("recording");
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db);
    for (let turn = 0; turn < 4; turn += 1) await pass(15_000);
    await recorder.heartbeat();
    const full = (await readReport())?.lists.find(({ list }) => list === "pools");
    expect(full).toMatchObject({ failing_since_ms: expect.any(Number), code: "store_unavailable" });
    expect(full?.last_good_at_ms).toBeLessThan(clock.nowMs() - 15_000);
    expect(await status()).toBe("failing");
    await sql.raw("pragma max_page_count = 1000000").execute(db);
    await pass(15_000);
    await recorder.heartbeat();
    expect(await status()).toBe("recording");
    expect(await gaps("pools")).toMatchObject([{ why: "store_unavailable", to_ms: expect.any(Number) }]);
    const samples = (await readRawSamples(db, { sinceMs: 0, untilMs: clock.nowMs() })).get("p7") ?? [];
    expect(samples.filter(({ available }) => available === null)).toHaveLength(1);
    expect(samples.at(-1)?.available).toBe(2);
    await die();
  });

  it("is the cause of the gaps of all lists while no statement succeeds", async () => {
    const { die } = await term("a");
    await pass(1);
    await sql`alter table leases rename to leases_away`.execute(db);
    await sql`alter table recorder_gaps rename to recorder_gaps_away`.execute(db);
    for (let turn = 0; turn < 4; turn += 1) await pass(15_000);
    await sql`alter table leases_away rename to leases`.execute(db);
    await sql`alter table recorder_gaps_away rename to recorder_gaps`.execute(db);
    await pass(15_000);
    for (const list of ["pools", "browsers"])
      expect(await gaps(list), list).toMatchObject([{ why: "store_unavailable", to_ms: expect.any(Number) }]);
    await die();
  });

  it("is reported for retention and inventory although every list is read", async () => {
    await sql`create trigger stuck before insert on recorder_checkpoints when new.name = 'floors'
      begin select raise(abort, 'disk full'); end`.execute(db);
    const { recorder, die } = await term("a");
    await pass(1);
    await recorder.heartbeat();
    expect((await readReport())?.duties).toMatchObject([
      { duty: "cleaning", failing_since_ms: expect.any(Number), code: "store_unavailable" },
      { duty: "noting", failing_since_ms: null, code: null, lost: 0 },
    ]);
    expect(await status()).toBe("failing");
    await sql`drop trigger stuck`.execute(db);
    await pass(10_000);
    await recorder.heartbeat();
    expect(await status()).toBe("recording");
    noting = { failingSinceMs: clock.nowMs(), code: "store_unavailable", lost: 12 };
    await recorder.heartbeat();
    expect(await status()).toBe("failing");
    expect((await readReport())?.duties[1]).toMatchObject({ code: "store_unavailable", lost: 12 });
    await die();
  });
});

it("reports that deleting by age pauses after the clock jumped, which is no fault", async () => {
  const { recorder, die } = await term("a");
  await pass(1);
  clock.step(hourMs);
  await pass(60_000);
  await recorder.heartbeat();
  const report = await readReport();
  expect(report?.duties[0]).toMatchObject({ failing_since_ms: null, code: "clock_jumped" });
  expect(statusOf(report).status).toBe("recording");
  await die();
});

it("reports the state of each list: an optional list that fails or is absent is no fault", async () => {
  const { recorder, die } = await term("a");
  await pass(1);
  await recorder.heartbeat();
  const lists = (await readReport())?.lists ?? [];
  expect(
    lists.map(({ list, offered, failing_since_ms }) => [list, offered, failing_since_ms === null]),
  ).toEqual([
    ["invocations", true, true],
    ["pools", true, true],
    ["browsers", true, true],
    ["proxies", true, false],
    ["profiles", false, true],
    ["extensions", false, true],
  ]);
  expect(statusOf(await readReport())).toEqual({ status: "recording", sinceMs: null });
  expect(lists.filter(countsAsFault).map(({ list }) => list)).toEqual(["invocations", "pools", "browsers"]);
  expect(lists.map((list) => list.partly)).toEqual(lists.map(() => null));
  partly = "cut";
  await pass(15_000);
  await recorder.heartbeat();
  expect((await readReport())?.lists.map((list) => list.partly)).toEqual([
    null,
    { read: 1, why: "cut" },
    { read: 1, why: "cut" },
    null,
    null,
    null,
  ]);
  const before = upstream.requests.browsers;
  recorder.watched("browsers");
  for (let at = 0; at < 3; at += 1) await pass(2_000);
  expect(upstream.requests.browsers).toBeGreaterThan(before + 1);
  await die();
});
