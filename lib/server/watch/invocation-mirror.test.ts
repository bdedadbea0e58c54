import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeInvocations, UpstreamDown } from "../../../tests/support/fake-invocations.ts";
import { mirrorFor, readToEnd } from "../../../tests/support/mirror.ts";
import { expectMirrorToEqual, expectRollupsToBeARecount } from "../../../tests/support/mirror-truth.ts";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { type Database, openStore } from "../store/database.ts";
import { type Lease, takeLease } from "../store/leases.ts";
import { type InvocationMirror, pagesPerTurn } from "./invocation-mirror.ts";

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;
let lease: Lease;
let clock: TestClock;
let upstream: FakeInvocations;

const mirrorOf = (perMinute?: number) => mirrorFor({ upstream, db, lease, clock }, perMinute);
const toEnd = (mirror: InvocationMirror) => readToEnd(mirror, clock, { turns: 200, stepMs: 2_000 });
const gaps = () =>
  db.selectFrom("recorder_gaps").select(["from_ms", "to_ms", "why", "filled"]).orderBy("from_ms").execute();

async function fresh() {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-mirror-"));
  db = await openStore({ dataDir });
  const won = await takeLease(db, { name: "recorder", holder: "here" });
  if (won === undefined) throw new Error("no lease");
  lease = won;
  clock = new TestClock(startMs);
  upstream = new FakeInvocations(clock.nowMs);
}
async function gone() {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
}
beforeEach(fresh);
afterEach(gone);

function history(count: number) {
  for (let at = 0; at < count; at += 1) {
    const startedMs = startMs - at * 1_000;
    upstream.add({ status: at % 7 === 0 ? "failed" : "succeeded", startedMs, finishedMs: startedMs + at });
  }
}

describe("the mirror", () => {
  it("reads what there is, back to where it may, page by page", async () => {
    history(2_345);
    await toEnd(mirrorOf());
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
    expect(await gaps()).toEqual([]);
  });

  it("sees a queued run start and end, wherever that moves it", async () => {
    history(150);
    const mirror = mirrorOf();
    const ids = Array.from({ length: 6 }, () => upstream.add());
    await toEnd(mirror);
    await clock.advance(hourMs);
    for (const id of ids.slice(0, 4)) upstream.start(id);
    await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
    for (const id of ids.slice(0, 3)) upstream.end(id, "failed", "HTTP 500");
    upstream.end(ids[5] ?? "");
    await clock.advance(hourMs);
    await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
  });

  it("counts once what pages repeat, in whatever order they come", async () => {
    history(300);
    upstream.shuffle = (items) => [...items].reverse();
    const mirror = mirrorOf();
    for (let time = 0; time < 4; time += 1) await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
  });

  it("misses nothing while rows arrive and leave between two pages", async () => {
    history(1_500);
    let page = 0;
    upstream.beforePage = () => {
      page += 1;
      if (page % 2 === 0) for (let more = 0; more < 37; more += 1) upstream.add({ status: "running" });
      if (page === 5) for (const id of upstream.ids().slice(200, 360)) upstream.runs.delete(id);
      if (page > 30) upstream.beforePage = () => {};
    };
    const mirror = mirrorOf();
    await toEnd(mirror);
    await toEnd(mirror);
    const kept = await db.selectFrom("runs").select("id").execute();
    const ids = new Set(kept.map(({ id }) => id));
    expect(upstream.ids().filter((id) => !ids.has(id))).toEqual([]);
    await expectRollupsToBeARecount(db);
  });

  it("never lets an older telling take back an end", async () => {
    const id = upstream.add({ status: "running" });
    const mirror = mirrorOf();
    const old = upstream.told({ ...required(id) });
    await toEnd(mirror);
    upstream.end(id);
    await toEnd(mirror);
    upstream.shuffle = (items) => items.map((item) => (item.id === id ? old : item));
    await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
  });

  it("marks an outage of an hour as a gap and fills it with what it reads afterwards", async () => {
    history(20);
    const mirror = mirrorOf();
    await toEnd(mirror);
    const open = upstream.add({ status: "running" });
    await toEnd(mirror);
    upstream.fault = new UpstreamDown();
    const downAtMs = clock.nowMs();
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(60_000);
      upstream.add({ status: "succeeded", finishedMs: clock.nowMs() });
      await expect(mirror.turn()).rejects.toThrow();
    }
    expect(await gaps()).toMatchObject([{ to_ms: null, why: "upstream_unreachable", filled: 0 }]);
    upstream.end(open);
    upstream.fault = undefined;
    await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
    const [gap] = await gaps();
    expect(gap).toMatchObject({ filled: 1 });
    expect(gap?.from_ms).toBeLessThanOrEqual(downAtMs);
    expect(gap?.to_ms).toBeGreaterThan(downAtMs + 59 * 60_000);
  });

  it("says what it could not read back when the upstream refuses to go that far", async () => {
    history(3_000);
    upstream.maxOffset = 1_500;
    const mirror = mirrorOf();
    await toEnd(mirror);
    const [gap, ...others] = await gaps();
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ why: "bad_request", filled: 0 });
    await toEnd(mirror);
    expect((await gaps())[0]).toMatchObject({ filled: 0 });
    const oldest = await db
      .selectFrom("runs")
      .select("started_at_ms")
      .orderBy("started_at_ms")
      .executeTakeFirst();
    expect(gap?.to_ms).toBe(oldest?.started_at_ms);
  });

  it("goes on where it was after the process has gone, and says that nobody recorded meanwhile", async () => {
    history(2_600);
    const first = mirrorOf();
    await first.turn();
    const before = upstream.asked.length;
    await clock.advance(10 * 60_000);
    upstream.add({ status: "succeeded", finishedMs: clock.nowMs() });
    const second = mirrorOf();
    await toEnd(second);
    await expectMirrorToEqual(db, upstream);
    expect(upstream.asked.slice(before).some((line) => line.startsWith("list all 9"))).toBe(true);
    expect(await gaps()).toMatchObject([{ why: "not_running", filled: 1 }]);
  });

  it.each([-2 * hourMs, 5 * hourMs])("does not mind that the clock is set by %d ms", async (by) => {
    history(30);
    const upstreamClock = new TestClock(startMs);
    upstream = Object.assign(new FakeInvocations(upstreamClock.nowMs));
    const both = async (ms: number) => {
      await clock.advance(ms);
      await upstreamClock.advance(ms);
    };
    const mirror = mirrorOf();
    const early = upstream.add();
    await toEnd(mirror);
    clock.step(by);
    upstream.add({ status: "running" });
    await both(30_000);
    upstream.start(early);
    await mirror.turn();
    await expectMirrorToEqual(db, upstream);
    clock.step(-by);
    await both(30_000);
    upstream.end(early);
    upstream.add();
    await mirror.turn();
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
    expect((await gaps()).filter((gap) => gap.filled === 0)).toEqual([]);
  });

  it("is not led astray by a run that says it started in a hundred years", async () => {
    upstream.add({ id: "odd", status: "running", startedMs: startMs + 100 * 365 * 24 * hourMs });
    const mirror = mirrorOf();
    await toEnd(mirror);
    upstream.add({ id: "plain" });
    await toEnd(mirror);
    await expectMirrorToEqual(db, upstream);
  });

  it("asks a bounded number of questions a minute, whatever there is to read", async () => {
    history(20_000);
    const mirror = mirrorOf(60);
    for (let turn = 0; turn < 30; turn += 1) {
      await mirror.turn();
      await clock.advance(2_000);
    }
    expect(upstream.asked.length).toBeLessThanOrEqual(60 + 30);
    expect(upstream.asked.length).toBeGreaterThan(30);
  });

  it("closes what the upstream has no more, keeping what was known", async () => {
    const id = upstream.add({ status: "running" });
    const mirror = mirrorOf();
    await toEnd(mirror);
    await clock.advance(hourMs);
    upstream.runs.delete(id);
    await toEnd(mirror);
    const rows = await db.selectFrom("runs").select(["status", "open"]).execute();
    expect(rows).toEqual([{ status: "running", open: 0 }]);
  });

  it("finds the end of old runs where one invocation cannot be asked about", async () => {
    upstream.retrieves = false;
    const id = upstream.add({ status: "running" });
    history(300);
    const mirror = mirrorOf();
    await toEnd(mirror);
    await clock.advance(3 * hourMs);
    upstream.end(id);
    for (let turn = 0; turn < 4; turn += 1) {
      await toEnd(mirror);
      await clock.advance(60_000);
    }
    await expectMirrorToEqual(db, upstream);
  });

  it("finds within hours what was told or corrected hours after its start, a few pages a turn", async () => {
    history(1_200);
    const corrected = upstream.add({
      ...{ status: "succeeded", startedMs: startMs - 10 * hourMs, finishedMs: startMs - 9 * hourMs },
    });
    const mirror = mirrorOf();
    await toEnd(mirror);
    upstream.add({ id: "late", status: "failed", startedMs: startMs - 20 * hourMs, finishedMs: startMs });
    upstream.runs.set(corrected, { ...required(corrected), status: "failed", reason: "taken back" });
    await clock.advance(hourMs);
    const before = upstream.asked.length;
    await mirror.turn();
    expect(upstream.asked.length - before).toBeLessThan(30);
    for (let turn = 0; turn < 4; turn += 1) {
      await clock.advance(15_000);
      await mirror.turn();
    }
    await expectMirrorToEqual(db, upstream);
    await expectRollupsToBeARecount(db);
  });

  it("gets past rows in a row that are too large to be read while it looks again", async () => {
    history(40);
    const mirror = mirrorOf();
    await toEnd(mirror);
    const { list } = upstream.port;
    const large = upstream.ids().slice(0, 20);
    upstream.port.list = async (question) => {
      const page = await list(question);
      if (page.items.some(({ id }) => large.includes(id))) throw new UpstreamDown("upstream_too_large");
      return page;
    };
    // Before the last hour, so that only the look at the day may find it.
    upstream.add({ id: "late", status: "failed", startedMs: startMs - 20 * hourMs, finishedMs: startMs });
    await clock.advance(hourMs);
    for (let turn = 0; turn < 20; turn += 1) {
      await mirror.turn();
      await clock.advance(15_000);
    }
    expect(await db.selectFrom("runs").select("id").where("id", "=", "late").execute()).toHaveLength(1);
  });

  it("does not take it for a fault that the upstream refuses to be read back once more", async () => {
    history(600);
    const mirror = mirrorOf();
    await toEnd(mirror);
    upstream.maxOffset = 300;
    upstream.add({ status: "succeeded", startedMs: startMs - 2 * hourMs, finishedMs: startMs });
    await clock.advance(2 * hourMs);
    for (let turn = 0; turn < 4; turn += 1) {
      await mirror.turn();
      await clock.advance(15_000);
    }
    expect(await gaps()).toEqual([]);
  });

  it.each([4, 9, 40])(
    "fills what an outage left while %i runs a second go on starting",
    async (perSecond) => {
      const mirror = mirrorOf(240);
      const pass = async (ms: number, turns: boolean) => {
        for (let gone = 0; gone < ms; gone += 2_000) {
          for (let at = 0; at < perSecond * 2; at += 1)
            upstream.add({
              status: "succeeded",
              startedMs: clock.nowMs() + (at % 10),
              finishedMs: clock.nowMs() + 100,
            });
          await clock.advance(2_000);
          if (turns) await mirror.turn();
        }
      };
      await pass(60_000, true);
      await pass(300_000, false);
      await pass(240_000, true);
      const ids = new Set((await db.selectFrom("runs").select("id").execute()).map(({ id }) => id));
      expect(upstream.ids().filter((id) => !ids.has(id))).toEqual([]);
      expect(mirror.progress?.deep).toBeNull();
    },
  );

  it("finds a run that appears two minutes after its start, also where many start", async () => {
    const mirror = mirrorOf(240);
    for (let second = 0; second < 300; second += 2) {
      for (let at = 0; at < 18; at += 1) upstream.add({ status: "succeeded", finishedMs: clock.nowMs() });
      if (second === 200)
        upstream.add({
          id: "late",
          status: "succeeded",
          startedMs: clock.nowMs() - 110_000,
          finishedMs: clock.nowMs(),
        });
      await clock.advance(2_000);
      await mirror.turn();
    }
    expect(await db.selectFrom("runs").select("id").where("id", "=", "late").execute()).toHaveLength(1);
  });

  it("passes over a row that is too large to be read, and reads the others", async () => {
    history(25);
    const { list } = upstream.port;
    upstream.port.list = async (question) => {
      const page = await list(question);
      if (page.items.some(({ id }) => id === "r0000012")) throw new UpstreamDown("upstream_too_large");
      return page;
    };
    const mirror = mirrorOf();
    for (let turn = 0; turn < 12; turn += 1) await toEnd(mirror);
    expect(mirror.skipped).toBeGreaterThan(0);
    const rows = await db.selectFrom("runs").select("id").execute();
    expect(rows).toHaveLength(24);
  });

  it("learns the sessions of a run while it runs and asks once more at its end", async () => {
    const id = upstream.add({ status: "running" });
    upstream.sessions.set(id, ["s1"]);
    const mirror = mirrorOf();
    await mirror.turn();
    upstream.sessions.set(id, ["s2"]);
    upstream.end(id);
    await mirror.turn();
    await mirror.turn();
    const rows = await db
      .selectFrom("run_sessions")
      .select(["run_id", "session_id"])
      .orderBy("session_id")
      .execute();
    expect(rows).toEqual([
      { run_id: id, session_id: "s1" },
      { run_id: id, session_id: "s2" },
    ]);
    expect(upstream.asked.filter((line) => line.startsWith("sessions"))).toHaveLength(2);
  });

  it("learns the sessions of running runs also where more end in each turn than could be asked about", async () => {
    const mirror = mirrorOf(240);
    const long = upstream.add({ status: "running" });
    upstream.sessions.set(long, ["s-long"]);
    let running: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      // The API tells of active sessions alone: with the run they are gone.
      for (const id of running) {
        upstream.end(id);
        upstream.sessions.delete(id);
      }
      running = Array.from({ length: 8 }, () => upstream.add({ status: "running" }));
      for (const id of running) upstream.sessions.set(id, [`s-${id}`]);
      await mirror.turn();
      await clock.advance(15_000);
    }
    const known = await db.selectFrom("run_sessions").select("run_id").execute();
    expect(new Set(known.map((row) => row.run_id)).size).toBe(upstream.runs.size);
    expect(upstream.asked.filter((line) => line === `sessions ${long}`).length).toBeGreaterThan(5);
  });

  it("writes nothing once the lease is another's", async () => {
    history(5);
    const mirror = mirrorOf();
    await db.updateTable("leases").set({ holder: "there", term: 2 }).execute();
    await expect(mirror.turn()).rejects.toThrow("another's");
    expect(await db.selectFrom("runs").selectAll().execute()).toEqual([]);
  });
});

function required(id: string) {
  const run = upstream.runs.get(id);
  if (run === undefined) throw new Error("no such run");
  return run;
}

type Step =
  | { do: "add"; status: "queued" | "running" | "succeeded" }
  | { do: "start" | "end" | "fail"; at: number }
  | { do: "turn"; times: number }
  | { do: "pass"; ms: number }
  | { do: "set"; byMs: number }
  | { do: "down"; down: boolean }
  | { do: "restart" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      status: fc.constantFrom("queued", "running", "succeeded"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("start", "end", "fail"), at: fc.nat(40) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("turn" as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 2 * hourMs }) }),
  fc.record({ do: fc.constant("set" as const), byMs: fc.integer({ min: -3 * hourMs, max: 3 * hourMs }) }),
  fc.record({ do: fc.constant("down" as const), down: fc.boolean() }),
  fc.record({ do: fc.constant("restart" as const) }),
);

describe("the pages of a turn", () => {
  it("are ten at the usual budget, enough to spend a larger one, and bounded", () => {
    expect([20, 240, 6_000, 60_000].map(pagesPerTurn)).toEqual([10, 10, 250, 500]);
  });
});

describe("the mirror, after anything", () => {
  it("holds the upstream's truth, and its roll-ups are a recount", async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const truthClock = new TestClock(startMs);
          upstream = new FakeInvocations(truthClock.nowMs);
          let mirror = mirrorOf();
          const pass = async (ms: number) => {
            await clock.advance(ms);
            await truthClock.advance(ms);
          };
          for (const each of steps) {
            const id = "at" in each ? (upstream.ids()[each.at % Math.max(1, upstream.runs.size)] ?? "") : "";
            if (each.do === "add")
              upstream.add({
                status: each.status,
                finishedMs: each.status === "succeeded" ? truthClock.nowMs() : undefined,
              });
            if (each.do === "start") upstream.start(id);
            if (each.do === "end") upstream.end(id);
            if (each.do === "fail") upstream.end(id, "failed", `no answer in ${each.at} s`);
            if (each.do === "pass") await pass(each.ms);
            if (each.do === "set") clock.step(each.byMs);
            if (each.do === "down") upstream.fault = each.down ? new UpstreamDown() : undefined;
            if (each.do === "restart") mirror = mirrorOf();
            if (each.do === "turn")
              for (let turn = 0; turn < each.times; turn += 1) await mirror.turn().catch(() => undefined);
          }
          upstream.fault = undefined;
          await pass(5_000);
          for (let turn = 0; turn < 6; turn += 1) {
            await mirror.turn();
            await pass(5_000);
          }
          await expectMirrorToEqual(db, upstream);
          await expectRollupsToBeARecount(db);
        })
        .beforeEach(async () => {
          await gone();
          await fresh();
        }),
      { numRuns: 40 },
    );
  }, 60_000);
});
