// Terms of the recorder one after the other on a real file: what was not read is a row, whoever leads.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { until } from "../../../tests/support/until.ts";
import type { Pool } from "../../contract/pools.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { paces } from "../paces.ts";
import { type Database, openStore } from "../store/database.ts";
import { releaseLease, takeLease } from "../store/leases.ts";
import { readMark } from "../store/marks.ts";
import { readRawSamples } from "../store/pool-history.ts";
import type { NotingState } from "./observer.ts";
import { poolHistoryOf } from "./pool-history.ts";
import { makeRecorder } from "./recorder.ts";
import { counts, leaderWord, stateMark, statusOf } from "./recorder-state.ts";

const hourMs = 3_600_000;
const poolWith = (available: number, id = "p1"): Pool => ({
  id,
  available_count: available,
  acquired_count: 1,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: { size: 4 },
});
let dataDir = "";
let db: Database;
let clock: TestClock;
let noting: NotingState;
let retryAfterMs: number | undefined;
let absent = false;
let partly: "cut" | null = null;
let upstream = { down: false, available: 2, ids: ["p1"], asked: { pools: 0, browsers: 0 } };
beforeEach(async () => {
  partly = null;
  absent = false;
  retryAfterMs = undefined;
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-recorder-"));
  db = await openStore({ dataDir });
  clock = new TestClock(Date.UTC(2026, 10, 21, 12));
  noting = { failingSinceMs: null, code: null, lost: 0 };
  upstream = { down: false, available: 2, ids: ["p1"], asked: { pools: 0, browsers: 0 } };
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const answer = async <T>(what: "pools" | "browsers", given: T) => {
  upstream.asked[what] += 1;
  if (upstream.down) throw new Error("down");
  return { atMs: clock.nowMs(), ...given };
};

/** A term. It ends without a word, as by kill -9. */
async function term(holder: string) {
  const lease = await takeLease(db, { name: "recorder", holder });
  if (lease === undefined) throw new Error("the lease is another's");
  const faults: string[] = [];
  const recorder = makeRecorder(lease, {
    db,
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
        throw new Error("down");
      },
      profiles: async () => "absent",
      extensions: async () => "absent",
    },
    noting: () => noting,
    retention: { rawHours: 48, days: 30, maxMb: 100 },
    requestsPerMinute: 240,
    retryAfterMs: () => retryAfterMs,
    codeOf: () => "upstream_down",
    clock,
    monotonicMs: clock.monotonicMs,
    upstreamMs: () => undefined,
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

/** The mirror, the pools, four lists and the janitor wait for their next turn: what the last one wrote is written. */
const parts = 7;
const settled = () => until("every turn is over", () => clock.waiting === parts, 30_000);
const pass = async (ms: number) => {
  await clock.advance(ms);
  await settled();
};
const gaps = async (list: string) =>
  (
    await db.selectFrom("recorder_gaps").selectAll().where("list", "=", list).orderBy("from_ms").execute()
  ).map(({ from_ms, to_ms, why, filled }) => ({ from_ms, to_ms, why, filled }));
const word = () => readMark(db, stateMark, leaderWord);

describe("a list without an answer", () => {
  it.each(["pools", "browsers"] as const)(
    "is a gap of the %s from the last answer to the next",
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

  it("is no gap while it is silent for no longer than it may be: a failed poll or two leave nothing out", async () => {
    const { die, faults } = await term("a");
    await pass(1);
    for (const turns of [1, 2, 1]) {
      upstream.down = true;
      for (let turn = 0; turn < turns; turn += 1) await pass(15_000);
      upstream.down = false;
      await pass(15_000);
    }
    for (const list of ["pools", "browsers"]) expect(await gaps(list)).toEqual([]);
    // The sample of an unanswered poll has no figures all the same.
    const samples = (await readRawSamples(db, { sinceMs: 0, untilMs: clock.nowMs() })).get("p1") ?? [];
    expect(samples.filter(({ available }) => available === null)).toHaveLength(4);
    expect(faults).toEqual([]);
    await die();
  });

  it("is a gap from the last answer on when the upstream asked to wait for so long, though it failed once", async () => {
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

  it("is none where the upstream has no such list, however seldom it is asked for", async () => {
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

  it("goes on as one gap when its leader dies, and ends with the next leader's first answer", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.beat();
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

describe("a program that stands still", () => {
  it.each([true, false])(
    "leaves a gap from its last answer to its next, which comes at once: %s",
    async (answered) => {
      const { die, faults } = await term("a");
      await pass(1);
      await pass(15_000);
      const lastMs = clock.nowMs();
      // The machine sleeps: no time passes for the program.
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
      // What is drawn has the hole, too.
      const { pools } = await poolHistoryOf(db, { sinceMs: lastMs - 60_000 }, clock.nowMs(), 48 * hourMs);
      expect(pools[0]?.samples.some(({ available }) => available === null)).toBe(true);
      expect(faults).toEqual([]);
      await die();
    },
  );
});

describe("an hour without any leader", () => {
  it("is a gap from the last answer on, and nothing fills it", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.beat();
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

  it("is known even when the next leader gets no answer and dies, too", async () => {
    const first = await term("a");
    await pass(1);
    await first.recorder.beat();
    const read = (await word())?.lists.find(({ list }) => list === "browsers")?.last_good_at_ms;
    expect(read).not.toBeNull();
    await first.die();
    upstream.down = true;
    const second = await term("b");
    await second.recorder.beat();
    expect((await word())?.lists.find(({ list }) => list === "browsers")?.last_good_at_ms).toBe(read);
    await second.die();
  });
});

describe("a clock that is set back", { timeout: 60_000 }, () => {
  /** What the samples up to now say, as the pools page works it out. */
  async function told() {
    const nowMs = clock.nowMs();
    const samples = (await readRawSamples(db, { sinceMs: 0, untilMs: nowMs })).get("p1") ?? [];
    const rest = {
      poolId: "p1",
      set: null,
      maxSilenceMs: paces.polling.maxSilenceMs,
      overMs: 3_600_000,
      targetMinutes: 60,
    };
    return { samples, insight: poolInsightOf({ ...rest, samples, config: { size: 4 } }) };
  }

  // The second steps onto the very times of samples there are.
  it.each([150_007, 150_000])("by %i ms invents nothing, and the newest poll counts", async (backMs) => {
    const { die, faults } = await term("a");
    await pass(1);
    for (let turn = 0; turn < 20; turn += 1) await pass(15_000);
    const beforeMs = clock.nowMs();
    clock.step(-backMs);
    // Until the next poll, what lies ahead is no news.
    expect((await told()).insight.sampled_at_ms).toBeLessThanOrEqual(clock.nowMs());
    upstream.available = 0;
    await pass(15_000);
    const first = await told();
    expect(first.insight).toMatchObject({ available: 0, sampled_at_ms: first.samples.at(-1)?.at_ms });
    expect(clock.nowMs() - (first.insight.sampled_at_ms ?? 0)).toBeLessThan(15_001);
    expect(first.insight.drain).toMatchObject({ taken: 0, started: 0, lost: 0 });
    // As long as the clock went back, and then some.
    while (clock.nowMs() < beforeMs + 30_000) {
      await pass(15_000);
      expect((await told()).insight.drain).toMatchObject({ taken: 0, started: 0, lost: 0 });
    }
    const { samples } = await told();
    expect(samples.filter(({ available }) => available === null)).toHaveLength(1);
    expect((await gaps("pools")).map(({ why }) => why)).toEqual(["clock_set_back"]);
    expect(faults).toEqual([]);
    await die();
  });
});

describe("a store that takes nothing", { timeout: 60_000 }, () => {
  const status = async () => statusOf(await word()).status;

  it("makes the list fail whose answers are lost, and what was lost is a gap when there is room again", async () => {
    upstream.ids = Array.from({ length: 400 }, (_, at) => `p${at}`);
    const { recorder, die } = await term("a");
    await pass(1);
    await recorder.beat();
    expect(await status()).toBe("recording");
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db);
    for (let turn = 0; turn < 4; turn += 1) await pass(15_000);
    await recorder.beat();
    const full = (await word())?.lists.find(({ list }) => list === "pools");
    expect(full).toMatchObject({ failing_since_ms: expect.any(Number), code: "store_unavailable" });
    expect(full?.last_good_at_ms).toBeLessThan(clock.nowMs() - 15_000);
    expect(await status()).toBe("failing");
    await sql.raw("pragma max_page_count = 1000000").execute(db);
    await pass(15_000);
    await recorder.beat();
    expect(await status()).toBe("recording");
    expect(await gaps("pools")).toMatchObject([{ why: "store_unavailable", to_ms: expect.any(Number) }]);
    const samples = (await readRawSamples(db, { sinceMs: 0, untilMs: clock.nowMs() })).get("p7") ?? [];
    expect(samples.filter(({ available }) => available === null)).toHaveLength(1);
    expect(samples.at(-1)?.available).toBe(2);
    await die();
  });

  it("is told though every list is read: when nothing old goes, and when what is seen is not noted", async () => {
    await sql`create trigger stuck before insert on recorder_marks when new.name = 'floors'
      begin select raise(abort, 'disk full'); end`.execute(db);
    const { recorder, die } = await term("a");
    await pass(1);
    await recorder.beat();
    expect((await word())?.duties).toMatchObject([
      { duty: "cleaning", failing_since_ms: expect.any(Number), code: "store_unavailable" },
      { duty: "noting", failing_since_ms: null, code: null, lost: 0 },
    ]);
    expect(await status()).toBe("failing");
    await sql`drop trigger stuck`.execute(db);
    await pass(10_000);
    await recorder.beat();
    expect(await status()).toBe("recording");
    noting = { failingSinceMs: clock.nowMs(), code: "store_unavailable", lost: 12 };
    await recorder.beat();
    expect(await status()).toBe("failing");
    expect((await word())?.duties[1]).toMatchObject({ code: "store_unavailable", lost: 12 });
    await die();
  });
});

it("says of each list how it goes: a list that fails or is not offered is no fault of the recorder's", async () => {
  const { recorder, die } = await term("a");
  await pass(1);
  await recorder.beat();
  const lists = (await word())?.lists ?? [];
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
  expect(statusOf(await word())).toEqual({ status: "recording", sinceMs: null });
  expect(lists.filter(counts).map(({ list }) => list)).toEqual(["invocations", "pools", "browsers"]);
  expect(lists.map((list) => list.partly)).toEqual(lists.map(() => null));
  partly = "cut";
  await pass(15_000);
  await recorder.beat();
  expect((await word())?.lists.map((list) => list.partly)).toEqual([
    null,
    { read: 1, why: "cut" },
    { read: 1, why: "cut" },
    null,
    null,
    null,
  ]);
  const asked = upstream.asked.browsers;
  recorder.watched("browsers");
  for (let at = 0; at < 3; at += 1) await pass(2_000);
  expect(upstream.asked.browsers).toBeGreaterThan(asked + 1);
  await die();
});
