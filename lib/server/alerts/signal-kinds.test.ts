// Every kind of rule fires and resolves on recordings of a scripted fleet.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { FakeInvocations, UpstreamDown } from "../../../tests/support/fakes/fake-invocations.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { type Signal, signalKinds } from "../../bff/alert-rules.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import type { Database } from "../db/database.ts";
import { type Lease, takeLease, withLease } from "../db/leases.ts";
import { markAbsentAsEnded, upsertResources } from "../inventory/resource-writes.ts";
import { setPoolRate } from "../pools/pool-rates.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { makeRecorder, type Recorder } from "../recorder/recorder.ts";
import { addRule } from "./alert-rules.ts";
import { Evaluator } from "./evaluator.ts";
import { readSignal } from "./signals.ts";

let dataDir = "";
let db: Database;
let lease: Lease;
let clock: TestClock;
let upstream: FakeInvocations;
let pools: { id: string; available: number; acquired: number; size: number }[];
let health: UpstreamHealth;
let recorder: Recorder;
let evaluator: Evaluator;
let faults: unknown[];
let poolsFault: Error | undefined;

const codeOf = (error: unknown) => (error instanceof UpstreamDown ? error.code : "unknown");
const absent = async () => "absent" as const;
const report = (_: string, error: unknown) => void faults.push(error);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-kinds-"));
  db = await openEmptyStore(dataDir);
  const won = await takeLease(db, { name: "recorder", holder: "here" });
  if (won === undefined) throw new Error("no lease");
  lease = won;
  clock = new TestClock(Date.UTC(2026, 10, 21, 12, 3));
  upstream = new FakeInvocations(clock.nowMs);
  pools = [];
  health = { state: "answering" };
  faults = [];
  poolsFault = undefined;
  recorder = makeRecorder(lease, {
    db,
    dropExpired: [],
    invocations: upstream.port,
    pools: async () => {
      if (poolsFault !== undefined) throw poolsFault;
      return {
        atMs: clock.nowMs(),
        partly: null,
        pools: pools.map(({ id, available, acquired, size }) => ({
          id,
          available_count: available,
          acquired_count: acquired,
          created_at: "2026-11-21T12:00:00Z",
          browser_pool_config: { size, fill_rate_per_minute: 0 },
        })),
      };
    },
    lists: { browsers: absent, proxies: absent, profiles: absent, extensions: absent },
    noting: () => ({ failingSinceMs: null, code: null, lost: 0 }),
    retention: { rawHours: 48, days: 30, maxMb: 1_000 },
    requestsPerMinute: 240,
    retryAfterMs: () => undefined,
    codeOf,
    clock,
    report,
    onLost: () => {},
  });
  evaluator = new Evaluator({
    db,
    write: (work) => withLease(db, lease, work),
    read: ({ signal }) => readSignal(signal, { db, health: () => health, nowMs: clock.nowMs }),
    clock,
    newId: () => crypto.randomUUID(),
    report,
  });
});
afterEach(async () => {
  recorder.stop();
  await settle();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Resolves when all pending writes are done. */
async function settle() {
  for (let step = 0; step < 30; step += 1) await new Promise((resolve) => setImmediate(resolve));
}

const turnMs = 10_000;

async function look() {
  await settle();
  await recorder.heartbeat();
  await evaluator.evaluate();
}

/** Advances the recorder and evaluates the rules in every turn. */
async function pass(seconds: number) {
  for (let atMs = 0; atMs < seconds * 1_000; atMs += turnMs) {
    await clock.advance(turnMs);
    await look();
  }
}

/** Advances until that many alerts are open; throws after ten minutes. */
async function advanceUntilOpen(count: number) {
  for (let turn = 0; turn < 60; turn += 1) {
    if ((await open()).length === count) return;
    await pass(turnMs / 1_000);
  }
  throw new Error(`in vain for ${count} open alerts: ${JSON.stringify(await open())}`);
}

function setPool(available: number, acquired: number) {
  pools = [{ id: "p1", available, acquired, size: 4 }];
}
function setHealth(next: UpstreamHealth) {
  health = next;
}
function setFault(next: Error | undefined) {
  upstream.fault = next;
}

const watch = (signal: Signal) =>
  addRule(
    db,
    {
      name: signal.kind,
      signal,
      for_seconds: 0,
      clear_seconds: 0,
      remind_hours: 0,
      enabled: true,
      webhooks: [],
    },
    "ada",
    clock.nowMs(),
  );
const open = async () =>
  (await db.selectFrom("alerts").selectAll().where("resolved_at_ms", "is", null).execute())
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .sort();
const ends = async () =>
  (await db.selectFrom("alerts").selectAll().where("resolved_at_ms", "is not", null).execute())
    .map(({ kind, subject, resolved_why, message }) => ({ kind, subject, resolved_why, message }))
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));

const ended = (count: number, status: "succeeded" | "failed") => {
  for (let at = 0; at < count; at += 1)
    upstream.add({
      status,
      finishedMs: clock.nowMs() + 1_000,
      ...(status === "failed" ? { reason: "x" } : {}),
    });
};
async function check(id: string, ...statuses: readonly string[]) {
  for (const status of statuses) {
    await clock.advance(1_000);
    await insertProxyChecks(db, [
      { proxy_id: id, at_ms: clock.nowMs(), status, latency_ms: null, ip: null, source: "list" },
    ]);
  }
}

/** For each kind: its rule, and functions that make it bad and clear again. */
const scripts: {
  [Kind in Signal["kind"]]: {
    signal: Extract<Signal, { kind: Kind }>;
    subject: string;
    before?: () => Promise<void> | void;
    bad: () => Promise<void> | void;
    clear: () => Promise<void> | void;
  };
} = {
  failure_share: {
    signal: { kind: "failure_share", window_minutes: 30, percent: 30, least: 10 },
    subject: "app/act",
    before: () => ended(12, "succeeded"),
    bad: () => ended(8, "failed"),
    clear: () => ended(40, "succeeded"),
  },
  stuck: {
    signal: { kind: "stuck", minutes: 1, p99_times: null },
    subject: "app/act",
    before: () => ended(2, "succeeded"),
    bad: () => void upstream.add({ id: "long", status: "running" }),
    clear: () => upstream.end("long"),
  },
  pool_cannot_fill: {
    signal: { kind: "pool_cannot_fill", minutes: 1 },
    subject: "p1",
    before: async () => {
      setPool(4, 0);
      await setPoolRate(db, "p1", { per_minute: 4, by: "ada", at_ms: clock.nowMs() });
    },
    bad: () => setPool(2, 0),
    clear: () => setPool(4, 0),
  },
  pool_time_to_empty: {
    signal: { kind: "pool_time_to_empty", minutes: 5 },
    subject: "p1",
    before: () => setPool(4, 0),
    bad: () => setPool(0, 4),
    clear: () => setPool(4, 0),
  },
  proxy_down: {
    signal: { kind: "proxy_down", checks: 2 },
    subject: "x1",
    before: () => check("x1", "available", "unavailable"),
    bad: () => check("x1", "unavailable"),
    clear: () => check("x1", "available"),
  },
  proxy_flapping: {
    signal: { kind: "proxy_flapping", score: 40 },
    subject: "x1",
    before: () => check("x1", "available", "available", "available"),
    bad: () => check("x1", "unavailable", "available", "unavailable", "available", "unavailable"),
    clear: () => check("x1", ...Array.from({ length: 20 }, () => "available")),
  },
  upstream_unreachable: {
    signal: { kind: "upstream_unreachable" },
    subject: "",
    bad: () => setHealth({ state: "failing", code: "upstream_unreachable" }),
    clear: () => setHealth({ state: "answering" }),
  },
  recorder_behind: {
    signal: { kind: "recorder_behind" },
    subject: "invocations",
    bad: () => setFault(new UpstreamDown()),
    clear: () => setFault(undefined),
  },
  // Also while the API does not answer, when the other signals are unknown.
  nothing_recorded: {
    signal: { kind: "nothing_recorded", minutes: 2 },
    subject: "",
    bad: () => {
      setHealth({ state: "failing", code: "upstream_unreachable" });
      setFault(new UpstreamDown());
      poolsFault = new UpstreamDown();
    },
    clear: () => {
      setHealth({ state: "answering" });
      setFault(undefined);
      poolsFault = undefined;
    },
  },
};

describe("rules on recorded data", { timeout: 60_000 }, () => {
  it.each(signalKinds)("%s fires once when it is bad, and resolves when it is clear", async (kind) => {
    const { signal, subject, before, bad, clear } = scripts[kind];
    recorder.start();
    await pass(10);
    await before?.();
    await pass(20);
    await watch(signal);
    await pass(20);
    expect(await open()).toEqual([]);
    await bad();
    await advanceUntilOpen(1);
    expect(await open()).toEqual([`${kind} ${subject}`]);
    await pass(20);
    await clear();
    await advanceUntilOpen(0);
    expect(await ends()).toMatchObject([{ kind, subject, resolved_why: "clear" }]);
    expect(faults).toEqual([]);
  });

  it("on a pool that cannot fill fires after the rule's time", async () => {
    setPool(2, 0);
    await setPoolRate(db, "p1", { per_minute: 4, by: "ada", at_ms: clock.nowMs() });
    await watch({ kind: "pool_cannot_fill", minutes: 5 });
    recorder.start();
    const since = clock.nowMs();
    const detectionMs = 60_000;
    for (let turn = 0; turn < 60 && (await open()).length === 0; turn += 1) await pass(turnMs / 1_000);
    expect(await open()).toEqual(["pool_cannot_fill p1"]);
    expect(clock.nowMs() - since).toBeGreaterThanOrEqual(detectionMs + 300_000);
    expect(faults).toEqual([]);
  });

  it("on the recorder fires while it reads the history, and resolves when that is complete", async () => {
    for (let at = 0; at < 4_000; at += 1) {
      const startedMs = clock.nowMs() - at * 60_000;
      upstream.add({ status: "succeeded", startedMs, finishedMs: startedMs + 1_000 });
    }
    await watch({ kind: "recorder_behind" });
    recorder.start();
    for (let second = 0; second < 30 && (await open()).length === 0; second += 1) {
      await clock.advance(1_000);
      await look();
    }
    expect(await open()).toEqual(["recorder_behind invocations"]);
    await advanceUntilOpen(0);
    expect(await ends()).toMatchObject([
      { subject: "invocations", resolved_why: "clear", message: "recorded" },
    ]);
  });

  it("ends when its pool or proxy is deleted, with that reason", async () => {
    setPool(0, 4);
    recorder.start();
    await upsertResources(db, [
      {
        kind: "proxy",
        id: "x1",
        name: "eu",
        source: "listProxies",
        atMs: clock.nowMs(),
        details: { type: "isp" },
      },
    ]);
    await check("x1", "unavailable");
    await watch({ kind: "pool_time_to_empty", minutes: 5 });
    await watch({ kind: "proxy_down", checks: 1 });
    await pass(30);
    expect(await open()).toEqual(["pool_time_to_empty p1", "proxy_down x1"]);
    pools = [];
    await clock.advance(60_000);
    await markAbsentAsEnded(db, { kind: "proxy", present: new Set(), atMs: clock.nowMs() });
    await advanceUntilOpen(0);
    expect(await ends()).toEqual([
      { kind: "pool_time_to_empty", subject: "p1", resolved_why: "gone", message: "the pool was deleted" },
      { kind: "proxy_down", subject: "x1", resolved_why: "gone", message: "the proxy was deleted" },
    ]);
    expect(await open()).toEqual([]);
  });
});
