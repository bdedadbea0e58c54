import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { FakeInvocations, UpstreamDown } from "../../../tests/support/fakes/fake-invocations.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { createTestSync, syncUntilCaughtUp } from "../../../tests/support/fakes/test-invocation-sync.ts";
import {
  expectInvocationsToEqualUpstream,
  expectRollupsToMatchRecount,
} from "../../../tests/support/sync-assertions.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { type Lease, takeLease } from "../db/leases.ts";
import { countByTime } from "../invocations/rollup-reads.ts";
import { type InvocationSync, pagesPerTurn } from "./invocation-sync.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;
let lease: Lease;
let clock: TestClock;
let upstream: FakeInvocations;

const createSync = (perMinute?: number) => createTestSync({ upstream, db, lease, clock }, perMinute);
const toEnd = (sync: InvocationSync) => syncUntilCaughtUp(sync, clock, { turns: 200, stepMs: 2_000 });
const gaps = () =>
  db.selectFrom("recorder_gaps").select(["from_ms", "to_ms", "why", "filled"]).orderBy("from_ms").execute();

async function fresh() {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-sync-"));
  db = await openEmptyStore(dataDir);
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

describe("InvocationSync", () => {
  it("reads all invocations within the retention, page by page", async () => {
    history(2_345);
    await toEnd(createSync());
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
    expect(await gaps()).toEqual([]);
  });

  it("updates a queued invocation that starts and ends, wherever that moves it in the list", async () => {
    history(150);
    const sync = createSync();
    const ids = Array.from({ length: 6 }, () => upstream.add());
    await toEnd(sync);
    await clock.advance(hourMs);
    for (const id of ids.slice(0, 4)) upstream.start(id);
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    for (const id of ids.slice(0, 3)) upstream.end(id, "failed", "HTTP 500");
    upstream.end(ids[5] ?? "");
    await clock.advance(hourMs);
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
  });

  it("counts repeated invocations once, for pages in any order", async () => {
    history(300);
    upstream.shuffle = (items) => [...items].reverse();
    const sync = createSync();
    for (let time = 0; time < 4; time += 1) await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
  });

  it("misses nothing while rows are inserted and removed between pages", async () => {
    history(1_500);
    let page = 0;
    upstream.beforePage = () => {
      page += 1;
      if (page % 2 === 0) for (let more = 0; more < 37; more += 1) upstream.add({ status: "running" });
      if (page === 5) for (const id of upstream.ids().slice(200, 360)) upstream.invocations.delete(id);
      if (page > 30) upstream.beforePage = () => {};
    };
    const sync = createSync();
    await toEnd(sync);
    await toEnd(sync);
    const stored = await db.selectFrom("invocations").select("id").execute();
    const ids = new Set(stored.map(({ id }) => id));
    expect(upstream.ids().filter((id) => !ids.has(id))).toEqual([]);
    await expectRollupsToMatchRecount(db);
  });

  it("does not reopen an ended invocation by an older page", async () => {
    const id = upstream.add({ status: "running" });
    const sync = createSync();
    const old = upstream.toResponse({ ...required(id) });
    await toEnd(sync);
    upstream.end(id);
    await toEnd(sync);
    upstream.shuffle = (items) => items.map((item) => (item.id === id ? old : item));
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
  });

  it("takes back a start that has failed, whatever an older page says", async () => {
    const id = upstream.add();
    const sync = createSync();
    await toEnd(sync);
    const old = upstream.toResponse({ ...required(id) });
    upstream.start(id);
    await toEnd(sync);
    const status = async () => (await db.selectFrom("invocations").select("status").execute())[0]?.status;
    expect(await status()).toBe("running");
    upstream.shuffle = (items) => items.map((item) => (item.id === id ? old : item));
    await toEnd(sync);
    expect(await status()).toBe("running");
    upstream.shuffle = (items) => items;
    upstream.requeue(id);
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
  });

  it("takes back the failed starts of many that are open", async () => {
    const ids = Array.from({ length: 6 }, () => upstream.add());
    const sync = createSync();
    for (const id of ids) upstream.start(id);
    await toEnd(sync);
    await clock.advance(hourMs);
    for (const id of ids.slice(0, 3)) upstream.requeue(id);
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
    for (const id of ids) upstream.start(id);
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
  });

  it("records an outage of an hour as a gap, and fills it by reading afterwards", async () => {
    history(20);
    const sync = createSync();
    await toEnd(sync);
    const open = upstream.add({ status: "running" });
    await toEnd(sync);
    upstream.fault = new UpstreamDown();
    const downAtMs = clock.nowMs();
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(60_000);
      upstream.add({ status: "succeeded", finishedMs: clock.nowMs() });
      await expect(sync.turn()).rejects.toThrow();
    }
    expect(await gaps()).toMatchObject([{ to_ms: null, why: "upstream_unreachable", filled: 0 }]);
    upstream.end(open);
    upstream.fault = undefined;
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
    const [gap] = await gaps();
    expect(gap).toMatchObject({ filled: 1 });
    expect(gap?.from_ms).toBeLessThanOrEqual(downAtMs);
    expect(gap?.to_ms).toBeGreaterThan(downAtMs + 59 * 60_000);
  });

  it("records a gap when the upstream refuses to list that far back", async () => {
    history(3_000);
    upstream.maxOffset = 1_500;
    const sync = createSync();
    await toEnd(sync);
    const [gap, ...others] = await gaps();
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ why: "bad_request", filled: 0 });
    await toEnd(sync);
    expect((await gaps())[0]).toMatchObject({ filled: 0 });
    const oldest = await db
      .selectFrom("invocations")
      .select("started_at_ms")
      .orderBy("started_at_ms")
      .executeTakeFirst();
    expect(gap?.to_ms).toBe(oldest?.started_at_ms);
  });

  it("continues after a restart, with a gap for the time without a process", async () => {
    history(2_600);
    const first = createSync();
    await first.turn();
    const before = upstream.requests.length;
    await clock.advance(10 * 60_000);
    upstream.add({ status: "succeeded", finishedMs: clock.nowMs() });
    const second = createSync();
    await toEnd(second);
    await expectInvocationsToEqualUpstream(db, upstream);
    expect(upstream.requests.slice(before).some((line) => line.startsWith("list all 9"))).toBe(true);
    expect(await gaps()).toMatchObject([{ why: "not_running", filled: 1 }]);
  });

  it.each([-2 * hourMs, 5 * hourMs])("is not affected by the clock being set by %d ms", async (by) => {
    history(30);
    const upstreamClock = new TestClock(startMs);
    upstream = Object.assign(new FakeInvocations(upstreamClock.nowMs));
    const both = async (ms: number) => {
      await clock.advance(ms);
      await upstreamClock.advance(ms);
    };
    const sync = createSync();
    const early = upstream.add();
    await toEnd(sync);
    clock.step(by);
    upstream.add({ status: "running" });
    await both(30_000);
    upstream.start(early);
    await sync.turn();
    await expectInvocationsToEqualUpstream(db, upstream);
    clock.step(-by);
    await both(30_000);
    upstream.end(early);
    upstream.add();
    await sync.turn();
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
    expect((await gaps()).filter((gap) => gap.filled === 0)).toEqual([]);
  });

  it("is not affected by a start time in a hundred years", async () => {
    upstream.add({ id: "odd", status: "running", startedMs: startMs + 100 * 365 * 24 * hourMs });
    const sync = createSync();
    await toEnd(sync);
    upstream.add({ id: "plain" });
    await toEnd(sync);
    await expectInvocationsToEqualUpstream(db, upstream);
  });

  it("makes a bounded number of requests per minute", async () => {
    history(20_000);
    const sync = createSync(60);
    for (let turn = 0; turn < 30; turn += 1) {
      await sync.turn();
      await clock.advance(2_000);
    }
    expect(upstream.requests.length).toBeLessThanOrEqual(60 + 30);
    expect(upstream.requests.length).toBeGreaterThan(30);
  });

  it("closes invocations that the upstream deleted, with an unknown status until it has them again", async () => {
    const deleted = (["running", "queued"] as const).map((status) => required(upstream.add({ status })));
    const sync = createSync();
    await toEnd(sync);
    const rows = () =>
      db.selectFrom("invocations").select(["status", "open"]).orderBy("status", "desc").execute();
    const span = { widthMs: hourMs, sinceMs: startMs, untilMs: startMs + hourMs };
    const counted = () => countByTime(db, span, hourMs);
    expect(await counted()).toMatchObject([{ running: 1, queued: 1, other: 0 }]);
    await clock.advance(60_000);
    for (const { id } of deleted) upstream.invocations.delete(id);
    await toEnd(sync);
    expect(await rows()).toEqual(deleted.map(() => ({ status: "unknown", open: 0 })));
    expect(await counted()).toMatchObject([{ running: 0, queued: 0, other: 2 }]);
    for (const invocation of deleted) upstream.invocations.set(invocation.id, invocation);
    await toEnd(sync);
    expect(await rows()).toEqual([
      { status: "running", open: 1 },
      { status: "queued", open: 1 },
    ]);
    await expectRollupsToMatchRecount(db);
  });

  it("counts those as forgotten that the version before has closed as running or queued", async () => {
    for (const status of ["running", "queued", "running", "succeeded"] as const) upstream.add({ status });
    const first = createSync();
    await toEnd(first);
    const [forgotten] = await db
      .selectFrom("invocations")
      .select("id")
      .where("status", "=", "running")
      .execute();
    await db
      .updateTable("invocations")
      .set({ open: 0 })
      .where((each) => each.or([each("id", "=", forgotten?.id ?? ""), each("status", "=", "queued")]))
      .execute();
    for (const invocation of [...upstream.invocations.values()])
      if (invocation.id === forgotten?.id || invocation.status === "queued")
        upstream.invocations.delete(invocation.id);
    await toEnd(createSync());
    const rows = await db.selectFrom("invocations").select(["status", "open"]).orderBy("status").execute();
    expect(rows).toEqual([
      { status: "running", open: 1 },
      { status: "succeeded", open: 0 },
      { status: "unknown", open: 0 },
      { status: "unknown", open: 0 },
    ]);
    await expectRollupsToMatchRecount(db);
  });

  it("finds the end of old invocations where they cannot be retrieved by id", async () => {
    upstream.retrieves = false;
    const id = upstream.add({ status: "running" });
    history(300);
    const sync = createSync();
    await toEnd(sync);
    await clock.advance(3 * hourMs);
    upstream.end(id);
    for (let turn = 0; turn < 4; turn += 1) {
      await toEnd(sync);
      await clock.advance(60_000);
    }
    await expectInvocationsToEqualUpstream(db, upstream);
  });

  it("finds invocations listed or corrected hours late, with a few pages per turn", async () => {
    history(1_200);
    const corrected = upstream.add({
      status: "succeeded",
      startedMs: startMs - 10 * hourMs,
      finishedMs: startMs - 9 * hourMs,
    });
    const sync = createSync();
    await toEnd(sync);
    upstream.add({ id: "late", status: "failed", startedMs: startMs - 20 * hourMs, finishedMs: startMs });
    upstream.invocations.set(corrected, { ...required(corrected), status: "failed", reason: "taken back" });
    await clock.advance(hourMs);
    const before = upstream.requests.length;
    await sync.turn();
    expect(upstream.requests.length - before).toBeLessThan(30);
    for (let turn = 0; turn < 4; turn += 1) {
      await clock.advance(15_000);
      await sync.turn();
    }
    await expectInvocationsToEqualUpstream(db, upstream);
    await expectRollupsToMatchRecount(db);
  });

  it("skips consecutive items that are too large during the backfill", async () => {
    history(40);
    const sync = createSync();
    await toEnd(sync);
    const { list } = upstream.port;
    const large = upstream.ids().slice(0, 20);
    upstream.port.list = async (question) => {
      const page = await list(question);
      if (page.items.some(({ id }) => large.includes(id))) throw new UpstreamDown("upstream_too_large");
      return page;
    };
    // More than an hour ago, so that only the daily backfill can find it.
    upstream.add({ id: "late", status: "failed", startedMs: startMs - 20 * hourMs, finishedMs: startMs });
    await clock.advance(hourMs);
    for (let turn = 0; turn < 20; turn += 1) {
      await sync.turn();
      await clock.advance(15_000);
    }
    expect(await db.selectFrom("invocations").select("id").where("id", "=", "late").execute()).toHaveLength(
      1,
    );
  });

  it("does not fail when the upstream refuses the sweep", async () => {
    history(600);
    const sync = createSync();
    await toEnd(sync);
    upstream.maxOffset = 300;
    upstream.add({ status: "succeeded", startedMs: startMs - 2 * hourMs, finishedMs: startMs });
    await clock.advance(2 * hourMs);
    for (let turn = 0; turn < 4; turn += 1) {
      await sync.turn();
      await clock.advance(15_000);
    }
    expect(await gaps()).toEqual([]);
  });

  it.each([4, 9, 40])(
    "fills the gap of an outage while %i invocations start per second",
    async (perSecond) => {
      const sync = createSync(240);
      const pass = async (ms: number, turns: boolean) => {
        for (let gone = 0; gone < ms; gone += 2_000) {
          for (let at = 0; at < perSecond * 2; at += 1)
            upstream.add({
              status: "succeeded",
              startedMs: clock.nowMs() + (at % 10),
              finishedMs: clock.nowMs() + 100,
            });
          await clock.advance(2_000);
          if (turns) await sync.turn();
        }
      };
      await pass(60_000, true);
      await pass(300_000, false);
      await pass(240_000, true);
      const ids = new Set((await db.selectFrom("invocations").select("id").execute()).map(({ id }) => id));
      expect(upstream.ids().filter((id) => !ids.has(id))).toEqual([]);
      expect(sync.progress?.deep).toBeNull();
    },
  );

  it("finds an invocation listed two minutes after its start, also on a busy fleet", async () => {
    const sync = createSync(240);
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
      await sync.turn();
    }
    expect(await db.selectFrom("invocations").select("id").where("id", "=", "late").execute()).toHaveLength(
      1,
    );
  });

  it("skips an item that is too large, and reads the others", async () => {
    history(25);
    const { list } = upstream.port;
    upstream.port.list = async (question) => {
      const page = await list(question);
      if (page.items.some(({ id }) => id === "r0000012")) throw new UpstreamDown("upstream_too_large");
      return page;
    };
    const sync = createSync();
    for (let turn = 0; turn < 12; turn += 1) await toEnd(sync);
    expect(sync.skipped).toBeGreaterThan(0);
    const rows = await db.selectFrom("invocations").select("id").execute();
    expect(rows).toHaveLength(24);
  });

  it("reads the sessions of an invocation while it runs and once at its end", async () => {
    const id = upstream.add({ status: "running" });
    upstream.sessions.set(id, ["s1"]);
    const sync = createSync();
    await sync.turn();
    upstream.sessions.set(id, ["s2"]);
    upstream.end(id);
    await sync.turn();
    await sync.turn();
    const rows = await db
      .selectFrom("invocation_sessions")
      .select(["invocation_id", "session_id"])
      .orderBy("session_id")
      .execute();
    expect(rows).toEqual([
      { invocation_id: id, session_id: "s1" },
      { invocation_id: id, session_id: "s2" },
    ]);
    expect(upstream.requests.filter((line) => line.startsWith("sessions"))).toHaveLength(2);
  });

  it("reads the sessions of running invocations also when more end per turn than can be read", async () => {
    const sync = createSync(240);
    const long = upstream.add({ status: "running" });
    upstream.sessions.set(long, ["s-long"]);
    let running: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      // The API lists only active sessions, which end with the invocation.
      for (const id of running) {
        upstream.end(id);
        upstream.sessions.delete(id);
      }
      running = Array.from({ length: 8 }, () => upstream.add({ status: "running" }));
      for (const id of running) upstream.sessions.set(id, [`s-${id}`]);
      await sync.turn();
      await clock.advance(15_000);
    }
    const known = await db.selectFrom("invocation_sessions").select("invocation_id").execute();
    expect(new Set(known.map((row) => row.invocation_id)).size).toBe(upstream.invocations.size);
    expect(upstream.requests.filter((line) => line === `sessions ${long}`).length).toBeGreaterThan(5);
  });

  it("writes nothing after losing the lease", async () => {
    history(5);
    const sync = createSync();
    await db.updateTable("leases").set({ holder: "there", term: 2 }).execute();
    await expect(sync.turn()).rejects.toThrow("another holder");
    expect(await db.selectFrom("invocations").selectAll().execute()).toEqual([]);
  });
});

function required(id: string) {
  const invocation = upstream.invocations.get(id);
  if (invocation === undefined) throw new Error("no such invocation");
  return invocation;
}

type Step =
  | { do: "add"; status: "queued" | "running" | "succeeded" }
  | { do: "start" | "requeue" | "end" | "fail"; at: number }
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
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("start", "requeue", "end", "fail"), at: fc.nat(40) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("turn" as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 2 * hourMs }) }),
  fc.record({ do: fc.constant("set" as const), byMs: fc.integer({ min: -3 * hourMs, max: 3 * hourMs }) }),
  fc.record({ do: fc.constant("down" as const), down: fc.boolean() }),
  fc.record({ do: fc.constant("restart" as const) }),
);

describe("pagesPerTurn", () => {
  it("is ten at the default budget, enough to use a larger one, and bounded", () => {
    expect([20, 240, 6_000, 60_000].map(pagesPerTurn)).toEqual([10, 10, 250, 500]);
  });
});

describe("InvocationSync after random events", () => {
  it("equals the upstream, and its roll-ups equal a recount", async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const eventClock = new TestClock(startMs);
          upstream = new FakeInvocations(eventClock.nowMs);
          let sync = createSync();
          const pass = async (ms: number) => {
            await clock.advance(ms);
            await eventClock.advance(ms);
          };
          for (const each of steps) {
            const id =
              "at" in each ? (upstream.ids()[each.at % Math.max(1, upstream.invocations.size)] ?? "") : "";
            if (each.do === "add")
              upstream.add({
                status: each.status,
                finishedMs: each.status === "succeeded" ? eventClock.nowMs() : undefined,
              });
            if (each.do === "start") upstream.start(id);
            if (each.do === "requeue") upstream.requeue(id);
            if (each.do === "end") upstream.end(id);
            if (each.do === "fail") upstream.end(id, "failed", `no answer in ${each.at} s`);
            if (each.do === "pass") await pass(each.ms);
            if (each.do === "set") clock.step(each.byMs);
            if (each.do === "down") upstream.fault = each.down ? new UpstreamDown() : undefined;
            if (each.do === "restart") sync = createSync();
            if (each.do === "turn")
              for (let turn = 0; turn < each.times; turn += 1) await sync.turn().catch(() => undefined);
          }
          upstream.fault = undefined;
          await pass(5_000);
          for (let turn = 0; turn < 6; turn += 1) {
            await sync.turn();
            await pass(5_000);
          }
          await expectInvocationsToEqualUpstream(db, upstream);
          await expectRollupsToMatchRecount(db);
        })
        .beforeEach(async () => {
          await gone();
          await fresh();
        }),
      { numRuns: 40 },
    );
  }, 60_000);
});
