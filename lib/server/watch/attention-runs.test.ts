// Scripted fleets through the mirror into the figures of attention and history, held against the script's own truth.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeInvocations, UpstreamDown } from "../../../tests/support/fake-invocations.ts";
import { mirrorFor, readToEnd } from "../../../tests/support/mirror.ts";
import { expectMirrorToEqual, expectRollupsToBeARecount } from "../../../tests/support/mirror-truth.ts";
import { TestClock } from "../../../tests/support/test-clock.ts";
import type { AttentionItem } from "../../bff/attention.ts";
import { attentionOf } from "../../insight/attention.ts";
import { readActionFigures, steppedSpan } from "../store/action-insight.ts";
import { appendAudit, firstBrokenRow, listAudit } from "../store/audit.ts";
import { type Database, openStore } from "../store/database.ts";
import { type Lease, takeLease } from "../store/leases.ts";
import { searchRuns } from "../store/run-search.ts";
import { readRunSeries } from "../store/run-series.ts";
import { readRunFacts } from "./attention-runs.ts";
import type { InvocationMirror } from "./invocation-mirror.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = Date.UTC(2026, 10, 21, 12, 3);
let dataDir = "";
let db: Database;
let lease: Lease;
let clock: TestClock;
let upstream: FakeInvocations;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-truth-"));
  db = await openStore({ dataDir });
  const won = await takeLease(db, { name: "recorder", holder: "here" });
  if (won === undefined) throw new Error("no lease");
  lease = won;
  clock = new TestClock(startMs);
  upstream = new FakeInvocations(clock.nowMs);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const mirrorOf = () => mirrorFor({ upstream, db, lease, clock });
const toEnd = (mirror: InvocationMirror) => readToEnd(mirror, clock, { turns: 100, stepMs: 1_000 });

async function attention() {
  const nowMs = clock.nowMs();
  const { facts, checks } = await readRunFacts(db, nowMs);
  const items = attentionOf({
    ...facts,
    nowMs,
    api: { failing: false, code: null, lastAnswerAtMs: nowMs },
    recorder: { status: "recording", since_ms: null, lists: [], duties: [] },
    pools: [],
    proxies: [],
    alerts: { open: [], complete: true },
  });
  return { items, checks, fromMs: facts.fromMs };
}

/** What the script says of ended runs of a version since a time. */
function truthOf(version: string, fromMs: number) {
  const own = [...upstream.runs.values()].filter((run) => run.version === version && run.startedMs >= fromMs);
  const failed = own.filter(({ status }) => status === "failed").length;
  return { failed, finished: failed + own.filter(({ status }) => status === "succeeded").length };
}

/** Every figure of the history since a time, held against the script. */
async function expectHistoryToBeTrue(fromMs: number) {
  await expectMirrorToEqual(db, upstream);
  await expectRollupsToBeARecount(db);
  const untilMs = clock.nowMs() + 24 * hourMs;
  const groups = await readRunSeries(
    db,
    { by: "version" },
    { sinceMs: fromMs, untilMs, bucketMs: 5 * minuteMs },
  );
  for (const { version, failed, succeeded } of groups) {
    const truth = truthOf(version, fromMs);
    expect({ failed, finished: failed + succeeded }, version).toEqual(truth);
  }
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchRuns(db, { not_status: ["queued"], cursor }, 40);
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const truth = [...upstream.runs.values()].filter(({ status }) => status !== "queued");
  expect(ids.toSorted()).toEqual(truth.map(({ id }) => id).toSorted());
}

const failing = (items: readonly AttentionItem[]) =>
  items.flatMap((item) => (item.kind === "failing" ? [item] : []));

function traffic(
  version: string,
  { ended, failed, everyMs = 20_000 }: { ended: number; failed: number; everyMs?: number },
) {
  for (let at = 0; at < ended; at += 1) {
    const startedMs = clock.nowMs() - at * everyMs;
    const end = { startedMs, finishedMs: startedMs + 2_000 + at * 10 };
    if (at < failed)
      upstream.add({ ...end, version, status: "failed", reason: `HTTP 500 from step 3 after ${at} ms` });
    else upstream.add({ ...end, version, status: "succeeded" });
  }
}

describe("a regression", () => {
  it("is one item with the script's figures, however often and in whatever order pages repeat", async () => {
    traffic("v11", { ended: 60, failed: 1 });
    traffic("v12", { ended: 40, failed: 22 });
    upstream.shuffle = (items) => [...items].reverse();
    let pages = 0;
    upstream.beforePage = () => {
      pages += 1;
      // Something arrives and moves every page that follows.
      if (pages % 2 === 1 && pages < 8)
        upstream.add({ version: "v11", status: "succeeded", finishedMs: clock.nowMs() });
    };
    const mirror = mirrorOf();
    for (let time = 0; time < 4; time += 1) await toEnd(mirror);
    const { items, fromMs } = await attention();
    expect(failing(items)).toMatchObject([
      {
        version: "v12",
        regressed: {
          since_version: "v12",
          base: { failed: 1, ended: truthOf("v11", 0).finished },
          newer: { failed: 22, ended: 40 },
        },
        ...truthOf("v12", fromMs),
        kinds: 1,
        others: { failed: 1 },
      },
    ]);
    await expectHistoryToBeTrue(fromMs);
  });

  it.each([
    ["is clear", { base: [60, 1], newer: [40, 22] }, true],
    ["has one run too few to be told", { base: [60, 0], newer: [29, 14] }, false],
    ["is far, and by chance once in forty", { base: [40, 3], newer: [40, 7] }, false],
    ["is sure, and too small to matter", { base: [900, 1], newer: [900, 30] }, false],
    ["is below what is called often", { base: [200, 2], newer: [100, 15] }, true],
  ] as const)("that %s is the same on the overview and in insight", async (_, { base, newer }, expected) => {
    traffic("v1", { ended: base[0], failed: base[1], everyMs: 2_000 });
    await clock.advance(2 * hourMs);
    traffic("v2", { ended: newer[0], failed: newer[1], everyMs: 2_000 });
    await toEnd(mirrorOf());
    const { items } = await attention();
    const span = steppedSpan(clock.nowMs() - 24 * hourMs, clock.nowMs(), 0);
    const [figures] = await readActionFigures(db, span);
    const verdict = figures?.verdict;
    const [told] = failing(items).flatMap(({ regressed }) => regressed ?? []);
    expect(told !== undefined).toBe(expected);
    const failures =
      verdict?.state === "regressed" && verdict.kinds.includes("failures") ? verdict : undefined;
    expect(
      told && [told.since_version, told.since_ms, told.base_version, told.base, told.newer, told.from_ms],
    ).toEqual(
      failures && [
        failures.since_version,
        failures.since_ms,
        failures.change.base_version,
        failures.change.failures.base,
        failures.change.failures.newer,
        span.sinceMs,
      ],
    );
  });

  it("is not what the service cut short, on neither screen", async () => {
    traffic("v1", { ended: 40, failed: 0 });
    await clock.advance(2 * hourMs);
    traffic("v2", { ended: 40, failed: 1 });
    const cut = Array.from({ length: 30 }, () => upstream.add({ status: "running", version: "v2" }));
    const mirror = mirrorOf();
    await toEnd(mirror);
    for (const id of cut) upstream.end(id, "failed", "the service stopped while this was running");
    for (let time = 0; time < 3; time += 1) await toEnd(mirror);
    expect((await attention()).items).toMatchObject([{ id: "interrupted", runs: 30 }]);
    const span = steppedSpan(clock.nowMs() - 24 * hourMs, clock.nowMs(), 0);
    const [figures] = await readActionFigures(db, span);
    expect(figures?.verdict.state).toBe("steady");
    expect(figures?.versions.at(-1)).toMatchObject({
      ended: 70,
      failed: 31,
      interrupted: 30,
      change: { failures: { newer: { failed: 1, ended: 40 } } },
    });
  });

  it("is over when its runs are older than the hour", async () => {
    traffic("v12", { ended: 20, failed: 12 });
    const mirror = mirrorOf();
    await toEnd(mirror);
    expect(failing((await attention()).items)).toHaveLength(1);
    await clock.advance(hourMs + 6 * minuteMs);
    await toEnd(mirror);
    expect((await attention()).items).toEqual([]);
  });
});

/** Runs of a version that ended so long ago, each so long under way. */
function lasting(version: string, count: number, { agoMs, tookMs }: { agoMs: number; tookMs: number }) {
  for (let at = 0; at < count; at += 1) {
    const startedMs = clock.nowMs() - agoMs - at * 1_000;
    upstream.add({ version, status: "succeeded", startedMs, finishedMs: startedMs + tookMs });
  }
}

it("tells a slower version though nothing fails, with insight's own figures, until it runs no more", async () => {
  lasting("v1", 40, { agoMs: 3 * hourMs, tookMs: 1_000 });
  lasting("v2", 40, { agoMs: 0, tookMs: 4_000 });
  await toEnd(mirrorOf());
  const { items, checks } = await attention();
  const span = steppedSpan(clock.nowMs() - 24 * hourMs, clock.nowMs(), 0);
  const [figures] = await readActionFigures(db, span);
  const verdict = figures?.verdict;
  if (verdict?.state !== "regressed") throw new Error("insight sees nothing");
  const { verdict: _, ...median } = verdict.change.median;
  expect(items).toMatchObject([
    { kind: "slower", version: "v2", base_version: "v1", median: { ...median, worse: true } },
  ]);
  expect(checks.find(({ subject }) => subject === "versions")).toMatchObject({
    examined: 1,
    state: "checked",
  });
  await clock.advance(2 * hourMs);
  expect((await attention()).items).toEqual([]);
});

describe("versions of an action that does not fail", () => {
  const slower = async () => (await attention()).items.filter(({ kind }) => kind === "slower");
  /** Compared a moment ago, and slower since. */
  async function slowDown() {
    lasting("v1", 40, { agoMs: 3 * hourMs, tookMs: 1_000 });
    lasting("v2", 40, { agoMs: 0, tookMs: 1_000 });
    const mirror = mirrorOf();
    await toEnd(mirror);
    expect(await slower()).toEqual([]);
    lasting("v2", 80, { agoMs: 0, tookMs: 4_000 });
    await toEnd(mirror);
    return mirror;
  }

  it("are compared anew after half a minute, not before", async () => {
    await slowDown();
    expect(await slower()).toEqual([]);
    clock.step(30_000);
    expect(await slower()).toHaveLength(1);
  });

  it("are compared at once when it fails", async () => {
    const mirror = await slowDown();
    upstream.add({ version: "v2", status: "failed", finishedMs: clock.nowMs(), reason: "no route" });
    await toEnd(mirror);
    expect(await slower()).toHaveLength(1);
  });
});

describe("a spike", () => {
  it("is told with its first shared attribute, and counts what the service cut short apart", async () => {
    lasting("v1", 200, { agoMs: 3 * hourMs, tookMs: 1_000 });
    lasting("v1", 15, { agoMs: 0, tookMs: 1_000 });
    for (let at = 0; at < 10; at += 1)
      upstream.add({
        action: at < 8 ? "pay" : "look",
        version: "v1",
        status: "failed",
        finishedMs: clock.nowMs(),
        reason: "no route",
      });
    upstream.add({ status: "failed", finishedMs: clock.nowMs(), reason: "the service stopped" });
    await toEnd(mirrorOf());
    const { items, checks } = await attention();
    expect(items.find(({ kind }) => kind === "spike")).toMatchObject({
      recent: { failed: 10, ended: 25 },
      base: { failed: 0, ended: 200 },
      shared: { kind: "action", id: "app pay", failed_with: 8, ended_with: 8, ended: 25 },
    });
    expect(checks.find(({ subject }) => subject === "spike")).toMatchObject({ examined: 26 });
  });

  it("is none when the service stopped under everything", async () => {
    lasting("v1", 200, { agoMs: 3 * hourMs, tookMs: 1_000 });
    for (let at = 0; at < 30; at += 1)
      upstream.add({ status: "failed", finishedMs: clock.nowMs(), reason: "the service stopped" });
    await toEnd(mirrorOf());
    expect((await attention()).items).toMatchObject([{ id: "interrupted", runs: 30 }]);
  });
});

it("counts runs that the service cut short apart, and once", async () => {
  traffic("v1", { ended: 10, failed: 0 });
  const cut = Array.from({ length: 8 }, () => upstream.add({ status: "running", version: "v1" }));
  const mirror = mirrorOf();
  await toEnd(mirror);
  for (const id of cut) upstream.end(id, "failed", "the service stopped while this was running");
  for (let time = 0; time < 3; time += 1) await toEnd(mirror);
  const { items, fromMs } = await attention();
  expect(items).toMatchObject([{ id: "interrupted", runs: 8, actions: 1 }]);
  await expectHistoryToBeTrue(fromMs);
});

it("finds the stuck run by what its action took before, and lets it go when it ends", async () => {
  traffic("v1", { ended: 30, failed: 0 });
  const id = upstream.add({ status: "running", version: "v1" });
  const mirror = mirrorOf();
  await toEnd(mirror);
  expect((await attention()).items).toEqual([]);
  await clock.advance(3 * minuteMs);
  await toEnd(mirror);
  const [item] = (await attention()).items;
  expect(item).toMatchObject({ kind: "stuck", runs: 1, basis: "usual", longest: [{ id }] });
  const p99 = item?.kind === "stuck" ? (item.usual?.p99_ms ?? 0) : 0;
  expect(Math.abs(p99 - 2_290) / 2_290).toBeLessThan(0.06);
  upstream.end(id);
  await toEnd(mirror);
  expect((await attention()).items).toEqual([]);
});

it("says in part while an outage of an hour lasts, and is whole and true after it", async () => {
  traffic("v1", { ended: 20, failed: 0 });
  const mirror = mirrorOf();
  await toEnd(mirror);
  expect((await attention()).checks[0]).toMatchObject({ subject: "runs", state: "checked" });
  upstream.fault = new UpstreamDown();
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.advance(minuteMs);
    upstream.add({ version: "v2", status: "failed", finishedMs: clock.nowMs(), reason: "no route" });
    await expect(mirror.turn()).rejects.toThrow();
  }
  const during = await attention();
  expect(during.checks[0]).toMatchObject({ state: "partly", why: "upstream_unreachable" });
  // Nobody saw them: nothing is said of them yet.
  expect(failing(during.items)).toEqual([]);
  upstream.fault = undefined;
  await toEnd(mirror);
  const after = await attention();
  expect(after.checks[0]).toMatchObject({ state: "checked", why: null });
  expect(failing(after.items)).toMatchObject([{ version: "v2", ...truthOf("v2", after.fromMs) }]);
  await expectHistoryToBeTrue(0);
});

it.each([-3 * hourMs, 3 * hourMs])(
  "invents and loses nothing when the clock is set by %d ms and back",
  async (by) => {
    traffic("v1", { ended: 30, failed: 12 });
    const mirror = mirrorOf();
    await toEnd(mirror);
    const before = await attention();
    clock.step(by);
    await toEnd(mirror);
    clock.step(-by);
    for (let time = 0; time < 3; time += 1) await toEnd(mirror);
    const after = await attention();
    expect(failing(after.items).map(({ id, failed, finished }) => ({ id, failed, finished }))).toEqual(
      failing(before.items).map(({ id, failed, finished }) => ({ id, failed, finished })),
    );
    await expectHistoryToBeTrue(0);
  },
);

it("keeps whole pages and every act when the disk is full, and goes on when there is room again", async () => {
  const act = (requestId: string) => {
    const who = { actor: "ann", role: "operator", ip: "::1" };
    return appendAudit(db, { ...who, requestId, action: "checkProxy", phase: "intended" }, clock.nowMs());
  };
  const written: string[] = [];
  const tryAct = async (requestId: string) => {
    try {
      await act(requestId);
      written.push(requestId);
      return true;
    } catch {
      return false;
    }
  };
  traffic("v1", { ended: 200, failed: 60 });
  const mirror = mirrorOf();
  await toEnd(mirror);
  await tryAct("before");
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`).execute(db);
  traffic("v2", { ended: 900, failed: 300, everyMs: 1 });
  await expect(toEnd(mirror)).rejects.toThrow(/full/);
  let acts = 0;
  while (acts < 400 && (await tryAct(`full-${acts}`))) acts += 1;
  expect(acts).toBeLessThan(400);
  await expectRollupsToBeARecount(db);
  await sql.raw("pragma max_page_count = 1000000").execute(db);
  await tryAct("after");
  for (let time = 0; time < 3; time += 1) await toEnd(mirror);
  await expectHistoryToBeTrue(0);
  const { entries } = await listAudit(db, { limit: 100 });
  const kept = entries.map(({ request_id }) => request_id).toReversed();
  expect(kept).toEqual(written.slice(-kept.length));
  expect(await firstBrokenRow(db)).toBeUndefined();
});
