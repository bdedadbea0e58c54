import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import type { PoolSampleRow } from "../pools/pool-samples.ts";
import { PoolSampler } from "./pool-sampler.ts";

const pool = (available: number): Pool => ({
  id: "p1",
  available_count: available,
  acquired_count: 1,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: { size: 4 },
});

function watching() {
  const clock = new TestClock();
  const rows: PoolSampleRow[] = [];
  const upstream = {
    polls: 0,
    partly: null as "cut" | null,
    error: undefined as Error | undefined,
    waitMs: undefined as number | undefined,
    /** What follows the first page. */
    rest: undefined as (() => Promise<void>) | undefined,
  };
  const faults: string[] = [];
  const gaps: string[] = [];
  const store = { full: false };
  const sampler = new PoolSampler({
    clock,
    poll: async () => {
      upstream.polls += 1;
      if (upstream.error) throw upstream.error;
      const atMs = clock.nowMs();
      await upstream.rest?.();
      return { atMs, pools: [pool(upstream.polls)], partly: upstream.partly };
    },
    retryAfterMs: () => upstream.waitMs,
    codeOf: (error) => (error instanceof Error ? `code of ${error.message}` : "unknown"),
    store: async (more, record) => {
      if (store.full) throw new Error("disk full");
      rows.push(...more);
      await record(db);
    },
    gaps: {
      begin: async () => {},
      answered: async () => void gaps.push("answered"),
      stored: () => {},
      failed: async (_, code) => void gaps.push(`failed ${code}`),
    },
    report: (what) => faults.push(what),
  });
  return { clock, rows, upstream, sampler, store, faults, gaps };
}

let dataDir = "";
let db: Database;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-pool-sampler-"));
  db = await openEmptyStore(dataDir);
});
afterAll(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("PoolSampler", () => {
  it("reports the time of the samples, however long the rest of the reading takes", async () => {
    const { clock, rows, upstream, sampler } = watching();
    upstream.rest = () => new Promise((resolve) => clock.later(6_000, resolve));
    sampler.start();
    await clock.advance(10_000);
    expect(rows).toHaveLength(1);
    expect(sampler.state.lastGoodAtMs).toBe(rows[0]?.at_ms);
  });

  it("polls slowly without viewers and fast with any number of them", async () => {
    const { clock, upstream, sampler } = watching();
    sampler.start();
    await clock.advance(60_000);
    const alone = upstream.polls;
    expect(alone).toBe(1 + 60_000 / paces.polling.usual.slowMs);
    for (let viewer = 0; viewer < 100; viewer += 1) sampler.watched();
    await clock.advance(10_000);
    expect(upstream.polls - alone).toBeLessThanOrEqual(1 + 10_000 / paces.polling.usual.fastMs);
    expect(upstream.polls - alone).toBeGreaterThan(3);
    sampler.stop();
    await clock.advance(60_000);
    const stopped = upstream.polls;
    await clock.advance(60_000);
    expect(upstream.polls).toBe(stopped);
  });

  it("records an outage as nulls, not as the last values or zeros", async () => {
    const { clock, rows, upstream, sampler } = watching();
    sampler.start();
    await clock.advance(1);
    upstream.error = new Error("down");
    await clock.advance(paces.polling.usual.slowMs);
    upstream.error = undefined;
    await clock.advance(paces.polling.usual.slowMs);
    expect(rows.map(({ available, size }) => [available, size])).toEqual([
      [1, 4],
      [null, null],
      [3, 4],
    ]);
  });

  it("reports how many pools it samples of a list that is too long", async () => {
    const { clock, upstream, sampler } = watching();
    upstream.partly = "cut";
    sampler.start();
    await clock.advance(1);
    expect(sampler.partly).toEqual({ read: 1, why: "cut" });
    upstream.partly = null;
    await clock.advance(paces.polling.usual.slowMs);
    expect(sampler.partly).toBeNull();
  });

  it("T55 respects the upstream's Retry-After", async () => {
    const { clock, upstream, sampler } = watching();
    upstream.error = new Error("slow down");
    upstream.waitMs = 40_000;
    sampler.start();
    await clock.advance(39_000);
    expect(upstream.polls).toBe(1);
    await clock.advance(2_000);
    expect(upstream.polls).toBe(2);
  });

  it("continues when the database fails, reports it, and records a gap", async () => {
    const { clock, rows, faults, gaps, store, sampler } = watching();
    sampler.start();
    await clock.advance(1);
    const goodMs = sampler.state.lastGoodAtMs;
    store.full = true;
    await clock.advance(paces.polling.usual.slowMs);
    const lostMs = clock.nowMs();
    await clock.advance(paces.polling.usual.slowMs);
    expect(sampler.state).toMatchObject({
      lastGoodAtMs: goodMs,
      failingSinceMs: expect.any(Number),
      code: "code of disk full",
    });
    expect(faults).toHaveLength(2);
    expect(rows).toHaveLength(1);
    store.full = false;
    await clock.advance(paces.polling.usual.slowMs);
    expect(sampler.state).toMatchObject({ failingSinceMs: null, code: null });
    expect(rows.map(({ available }) => available)).toEqual([1, null, 4]);
    expect(rows[1]?.at_ms).toBeLessThanOrEqual(lostMs);
    expect(gaps).toEqual(["answered", "failed store_unavailable", "answered"]);
  });

  it("records an outage of the upstream that occurs while the database fails", async () => {
    const { clock, rows, gaps, store, upstream, sampler } = watching();
    sampler.start();
    await clock.advance(1);
    store.full = true;
    await clock.advance(paces.polling.usual.slowMs);
    upstream.error = new Error("down");
    await clock.advance(paces.polling.usual.slowMs);
    expect(sampler.state.code).toBe("code of down");
    store.full = false;
    await clock.advance(paces.polling.usual.slowMs);
    expect(rows.map(({ available }) => available)).toEqual([1, null, null]);
    expect(gaps).toEqual(["answered", "failed store_unavailable", "failed code of down"]);
  });
});
