// Compares the attention items and the history of scripted fleets with the script.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { FakeInvocations, UpstreamDown } from "../../../tests/support/fakes/fake-invocations.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { createTestSync, syncUntilCaughtUp } from "../../../tests/support/fakes/test-invocation-sync.ts";
import { firstBrokenRow } from "../../../tests/support/first-broken-row.ts";
import {
  expectInvocationsToEqualUpstream,
  expectRollupsToMatchRecount,
} from "../../../tests/support/sync-assertions.ts";
import type { AttentionItem } from "../../bff/attention.ts";
import { hourMs, minuteMs } from "../../bff/time-units.ts";
import { attentionItems } from "../../insight/attention.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { listAudit } from "../audit/list-audit.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { type Lease, takeLease } from "../db/leases.ts";
import { readActionFigures, steppedSpan } from "../insight/action-insight.ts";
import { searchInvocations } from "../invocations/invocation-search.ts";
import { readInvocationSeries } from "../invocations/invocation-series.ts";
import { floorsCheckpoint } from "../invocations/invocation-writes.ts";
import { dropRollups } from "../invocations/rollups.ts";
import type { InvocationSync } from "../recorder/invocation-sync.ts";
import { readInvocationDetails } from "./attention-invocations.ts";

const startMs = Date.UTC(2026, 10, 21, 12, 3);
let dataDir = "";
let db: Database;
let lease: Lease;
let clock: TestClock;
let upstream: FakeInvocations;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-attention-"));
  db = await openEmptyStore(dataDir);
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

const createSync = () => createTestSync({ upstream, db, lease, clock });
const toEnd = (sync: InvocationSync) => syncUntilCaughtUp(sync, clock, { turns: 100, stepMs: 1_000 });

async function attention() {
  const nowMs = clock.nowMs();
  const { details, checks } = await readInvocationDetails(db, clock);
  const items = attentionItems({
    ...details,
    nowMs,
    api: { failing: false, code: null, lastAnswerAtMs: nowMs },
    recorder: { status: "recording", since_ms: null, lists: [], duties: [] },
    pools: [],
    proxies: [],
    proxyUses: [],
    stuckBrowsers: [],
    alerts: { open: [], complete: true },
  });
  return { items, checks, fromMs: details.fromMs };
}

/** The script's counts of ended invocations of a version since a time. */
function scriptCounts(version: string, fromMs: number) {
  const own = [...upstream.invocations.values()].filter(
    (invocation) => invocation.version === version && invocation.startedMs >= fromMs,
  );
  const failed = own.filter(({ status }) => status === "failed").length;
  return { failed, finished: failed + own.filter(({ status }) => status === "succeeded").length };
}

/** Compares the recorded history since a time with the script. */
async function expectHistoryToMatchScript(fromMs: number) {
  await expectInvocationsToEqualUpstream(db, upstream);
  await expectRollupsToMatchRecount(db);
  const untilMs = clock.nowMs() + 24 * hourMs;
  const groups = await readInvocationSeries(
    db,
    { by: "version" },
    { sinceMs: fromMs, untilMs, bucketMs: 5 * minuteMs },
  );
  for (const { version, failed, succeeded } of groups) {
    const expected = scriptCounts(version, fromMs);
    expect({ failed, finished: failed + succeeded }, version).toEqual(expected);
  }
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchInvocations(db, { not_status: ["queued"], cursor }, 40);
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const expected = [...upstream.invocations.values()].filter(({ status }) => status !== "queued");
  expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
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
  it("is one item with the script's counts, for repeated pages in any order", async () => {
    traffic("v11", { ended: 60, failed: 1 });
    traffic("v12", { ended: 40, failed: 22 });
    upstream.shuffle = (items) => [...items].reverse();
    let pages = 0;
    upstream.beforePage = () => {
      pages += 1;
      // A new invocation shifts the following pages.
      if (pages % 2 === 1 && pages < 8)
        upstream.add({ version: "v11", status: "succeeded", finishedMs: clock.nowMs() });
    };
    const sync = createSync();
    for (let time = 0; time < 4; time += 1) await toEnd(sync);
    const { items, fromMs } = await attention();
    expect(failing(items)).toMatchObject([
      {
        version: "v12",
        regressed: {
          since_version: "v12",
          base: { failed: 1, ended: scriptCounts("v11", 0).finished },
          newer: { failed: 22, ended: 40 },
        },
        ...scriptCounts("v12", fromMs),
        kinds: 1,
        others: { failed: 1 },
      },
    ]);
    await expectHistoryToMatchScript(fromMs);
  });

  it.each([
    ["is large", { base: [60, 1], newer: [40, 22] }, true],
    ["has one invocation too few to be reported", { base: [60, 0], newer: [29, 14] }, false],
    ["is large, with a chance of one in forty", { base: [40, 3], newer: [40, 7] }, false],
    ["is significant, but too small", { base: [900, 1], newer: [900, 30] }, false],
    ["is below the limit of frequent failures", { base: [200, 2], newer: [100, 15] }, true],
  ] as const)(
    "a regression that %s is the same in attention and insight",
    async (_, { base, newer }, expected) => {
      traffic("v1", { ended: base[0], failed: base[1], everyMs: 2_000 });
      await clock.advance(2 * hourMs);
      traffic("v2", { ended: newer[0], failed: newer[1], everyMs: 2_000 });
      await toEnd(createSync());
      const { items } = await attention();
      const span = steppedSpan(clock.nowMs() - 24 * hourMs, clock.nowMs(), 0);
      const [figures] = await readActionFigures(db, span);
      const verdict = figures?.verdict;
      const [reported] = failing(items).flatMap(({ regressed }) => regressed ?? []);
      expect(reported !== undefined).toBe(expected);
      const failures =
        verdict?.state === "regressed" && verdict.kinds.includes("failures") ? verdict : undefined;
      expect(
        reported && [
          reported.since_version,
          reported.since_ms,
          reported.base_version,
          reported.base,
          reported.newer,
          reported.from_ms,
        ],
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
    },
  );

  it("excludes interrupted invocations, in attention and insight", async () => {
    traffic("v1", { ended: 40, failed: 0 });
    await clock.advance(2 * hourMs);
    traffic("v2", { ended: 40, failed: 1 });
    const cut = Array.from({ length: 30 }, () => upstream.add({ status: "running", version: "v2" }));
    const sync = createSync();
    await toEnd(sync);
    for (const id of cut) upstream.end(id, "failed", "the service stopped while this was running");
    for (let time = 0; time < 3; time += 1) await toEnd(sync);
    expect((await attention()).items).toMatchObject([{ id: "interrupted", invocations: 30 }]);
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

  it("compares a version with the others of the day without their interrupted invocations, too", async () => {
    traffic("v1", { ended: 40, failed: 4 });
    for (let at = 0; at < 10; at += 1)
      upstream.add({
        version: "v1",
        status: "failed",
        startedMs: clock.nowMs(),
        finishedMs: clock.nowMs(),
        reason: at < 7 ? "cancelled by request" : "the service stopped",
      });
    await clock.advance(2 * hourMs);
    traffic("v2", { ended: 40, failed: 30 });
    await toEnd(createSync());
    expect(failing((await attention()).items)).toMatchObject([
      { version: "v2", failed: 30, others: { failed: 4, finished: 40, share: 0.1 } },
    ]);
  });

  it("is found in whole hours where the roll-ups of five minutes are kept for one hour", async () => {
    clock.step(-59 * minuteMs);
    traffic("v12", { ended: 40, failed: 22, everyMs: 100 });
    clock.step(59 * minuteMs);
    await toEnd(createSync());
    const floorMs = clock.nowMs() - hourMs;
    await writeCheckpoint(db, floorsCheckpoint, { invocations_ms: 0, fine_ms: floorMs });
    await dropRollups(db, { fineBeforeMs: floorMs, coarseBeforeMs: 0 });
    expect(failing((await attention()).items)).toMatchObject([{ failed: 22, finished: 40 }]);
  });

  it("ends when its invocations are older than an hour", async () => {
    traffic("v12", { ended: 20, failed: 12 });
    const sync = createSync();
    await toEnd(sync);
    expect(failing((await attention()).items)).toHaveLength(1);
    await clock.advance(hourMs + 6 * minuteMs);
    await toEnd(sync);
    expect((await attention()).items).toEqual([]);
  });
});

/** Adds succeeded invocations of a version that started `agoMs` ago and lasted `tookMs`. */
function lasting(version: string, count: number, { agoMs, tookMs }: { agoMs: number; tookMs: number }) {
  for (let at = 0; at < count; at += 1) {
    const startedMs = clock.nowMs() - agoMs - at * 1_000;
    upstream.add({ version, status: "succeeded", startedMs, finishedMs: startedMs + tookMs });
  }
}

it("reports a slower version without failures, with the insight's figures, until it is not invoked any more", async () => {
  lasting("v1", 40, { agoMs: 3 * hourMs, tookMs: 1_000 });
  lasting("v2", 40, { agoMs: 0, tookMs: 4_000 });
  await toEnd(createSync());
  const { items, checks } = await attention();
  const span = steppedSpan(clock.nowMs() - 24 * hourMs, clock.nowMs(), 0);
  const [figures] = await readActionFigures(db, span);
  const verdict = figures?.verdict;
  if (verdict?.state !== "regressed") throw new Error("the insight has no regression");
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
  /** Slower only since the last comparison. */
  async function slowDown() {
    lasting("v1", 40, { agoMs: 3 * hourMs, tookMs: 1_000 });
    lasting("v2", 40, { agoMs: 0, tookMs: 1_000 });
    const sync = createSync();
    await toEnd(sync);
    expect(await slower()).toEqual([]);
    lasting("v2", 80, { agoMs: 0, tookMs: 4_000 });
    await toEnd(sync);
    return sync;
  }

  it("are compared again after half a minute, not before", async () => {
    await slowDown();
    expect(await slower()).toEqual([]);
    await clock.advance(30_000);
    expect(await slower()).toHaveLength(1);
  });

  it("are compared immediately when it fails", async () => {
    const sync = await slowDown();
    upstream.add({ version: "v2", status: "failed", finishedMs: clock.nowMs(), reason: "no route" });
    await toEnd(sync);
    expect(await slower()).toHaveLength(1);
  });
});

describe("a spike", () => {
  it("is reported with its first shared attribute, without interrupted invocations", async () => {
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
    await toEnd(createSync());
    const { items, checks } = await attention();
    expect(items.find(({ kind }) => kind === "spike")).toMatchObject({
      recent: { failed: 10, ended: 25 },
      base: { failed: 0, ended: 200 },
      shared: { kind: "action", id: "app pay", failed_with: 8, ended_with: 8, ended: 25 },
    });
    expect(checks.find(({ subject }) => subject === "spike")).toMatchObject({ examined: 26 });
  });

  it("is not reported when all failures are interruptions", async () => {
    lasting("v1", 200, { agoMs: 3 * hourMs, tookMs: 1_000 });
    for (let at = 0; at < 30; at += 1)
      upstream.add({ status: "failed", finishedMs: clock.nowMs(), reason: "the service stopped" });
    await toEnd(createSync());
    expect((await attention()).items).toMatchObject([{ id: "interrupted", invocations: 30 }]);
  });
});

it("counts interrupted invocations separately, and once", async () => {
  traffic("v1", { ended: 10, failed: 0 });
  const cut = Array.from({ length: 8 }, () => upstream.add({ status: "running", version: "v1" }));
  const sync = createSync();
  await toEnd(sync);
  for (const id of cut) upstream.end(id, "failed", "the service stopped while this was running");
  for (let time = 0; time < 3; time += 1) await toEnd(sync);
  const { items, fromMs } = await attention();
  expect(items).toMatchObject([{ id: "interrupted", invocations: 8, actions: 1 }]);
  await expectHistoryToMatchScript(fromMs);
});

it("reports a stuck invocation by its action's usual duration, until it ends", async () => {
  traffic("v1", { ended: 30, failed: 0 });
  const id = upstream.add({ status: "running", version: "v1" });
  const sync = createSync();
  await toEnd(sync);
  expect((await attention()).items).toEqual([]);
  await clock.advance(3 * minuteMs);
  await toEnd(sync);
  const [item] = (await attention()).items;
  expect(item).toMatchObject({ kind: "stuck", invocations: 1, basis: "usual", longest: [{ id }] });
  const p99 = item?.kind === "stuck" ? (item.usual?.p99_ms ?? 0) : 0;
  expect(Math.abs(p99 - 2_290) / 2_290).toBeLessThan(0.06);
  upstream.end(id);
  await toEnd(sync);
  expect((await attention()).items).toEqual([]);
});

it("reports partial data during an outage of an hour, and complete data after it", async () => {
  traffic("v1", { ended: 20, failed: 0 });
  const sync = createSync();
  await toEnd(sync);
  expect((await attention()).checks[0]).toMatchObject({ subject: "invocations", state: "checked" });
  upstream.fault = new UpstreamDown();
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.advance(minuteMs);
    upstream.add({ version: "v2", status: "failed", finishedMs: clock.nowMs(), reason: "no route" });
    await expect(sync.turn()).rejects.toThrow();
  }
  const during = await attention();
  expect(during.checks[0]).toMatchObject({ state: "partly", why: "upstream_unreachable" });
  // They were not read, so they are not reported yet.
  expect(failing(during.items)).toEqual([]);
  upstream.fault = undefined;
  await toEnd(sync);
  const after = await attention();
  expect(after.checks[0]).toMatchObject({ state: "checked", why: null });
  expect(failing(after.items)).toMatchObject([{ version: "v2", ...scriptCounts("v2", after.fromMs) }]);
  await expectHistoryToMatchScript(0);
});

it.each([-3 * hourMs, 3 * hourMs])(
  "has the same items after the clock was set by %d ms and back",
  async (by) => {
    traffic("v1", { ended: 30, failed: 12 });
    const sync = createSync();
    await toEnd(sync);
    const before = await attention();
    clock.step(by);
    await toEnd(sync);
    clock.step(-by);
    for (let time = 0; time < 3; time += 1) await toEnd(sync);
    const after = await attention();
    expect(failing(after.items).map(({ id, failed, finished }) => ({ id, failed, finished }))).toEqual(
      failing(before.items).map(({ id, failed, finished }) => ({ id, failed, finished })),
    );
    await expectHistoryToMatchScript(0);
  },
);

it("reads how far the record reaches once for all of its checks", async () => {
  traffic("v1", { ended: 40, failed: 10 });
  await toEnd(createSync());
  let checkpoints = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes("recorder_checkpoints")) checkpoints += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  expect(await readInvocationDetails(counting, clock)).toEqual(await readInvocationDetails(db, clock));
  expect(checkpoints).toBe(1);
});

it("stores whole pages and every action when the disk is full, and continues when there is space", async () => {
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
  const sync = createSync();
  await toEnd(sync);
  await tryAct("before");
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`).execute(db);
  traffic("v2", { ended: 900, failed: 300, everyMs: 1 });
  await expect(toEnd(sync)).rejects.toThrow(/full/);
  let acts = 0;
  while (acts < 400 && (await tryAct(`full-${acts}`))) acts += 1;
  expect(acts).toBeLessThan(400);
  await expectRollupsToMatchRecount(db);
  await sql.raw("pragma max_page_count = 1000000").execute(db);
  await tryAct("after");
  for (let time = 0; time < 3; time += 1) await toEnd(sync);
  await expectHistoryToMatchScript(0);
  const { entries } = await listAudit(db, { limit: 100 });
  const stored = entries.map(({ request_id }) => request_id).toReversed();
  expect(stored).toEqual(written.slice(-stored.length));
  expect(await firstBrokenRow(db)).toBeUndefined();
});
