import { describe, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/test-clock.ts";
import type { Pool } from "../../contract/pools.ts";
import type { PoolSampleRow } from "../store/pool-samples.ts";
import { watchPace } from "./poller.ts";
import { PoolWatcher } from "./pool-watcher.ts";

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
    error: undefined as Error | undefined,
    waitMs: undefined as number | undefined,
  };
  const faults: string[] = [];
  const store = { full: false };
  const watcher = new PoolWatcher({
    clock,
    poll: async () => {
      upstream.polls += 1;
      if (upstream.error) throw upstream.error;
      return { atMs: clock.nowMs(), pools: [pool(upstream.polls)] };
    },
    retryAfterMs: () => upstream.waitMs,
    codeOf: () => "upstream_error",
    keep: async (more) => {
      if (store.full) throw new Error("disk full");
      rows.push(...more);
    },
    gaps: { begin: async () => {}, answered: async () => {}, failed: async () => {} },
    report: (what) => faults.push(what),
  });
  return { clock, rows, upstream, watcher, store, faults };
}

describe("pool watcher", () => {
  it("polls slowly alone and fast while somebody looks, however many look", async () => {
    const { clock, upstream, watcher } = watching();
    watcher.start();
    await clock.advance(60_000);
    const alone = upstream.polls;
    expect(alone).toBe(1 + 60_000 / watchPace.slowMs);
    for (let viewer = 0; viewer < 100; viewer += 1) watcher.watched();
    await clock.advance(10_000);
    expect(upstream.polls - alone).toBeLessThanOrEqual(1 + 10_000 / watchPace.fastMs);
    expect(upstream.polls - alone).toBeGreaterThan(3);
    watcher.stop();
    await clock.advance(60_000);
    const stopped = upstream.polls;
    await clock.advance(60_000);
    expect(upstream.polls).toBe(stopped);
  });

  it("records an outage as nulls, never as the last figures or zeros", async () => {
    const { clock, rows, upstream, watcher } = watching();
    watcher.start();
    await clock.advance(1);
    upstream.error = new Error("down");
    await clock.advance(watchPace.slowMs);
    upstream.error = undefined;
    await clock.advance(watchPace.slowMs);
    expect(rows.map(({ available, size }) => [available, size])).toEqual([
      [1, 4],
      [null, null],
      [3, 4],
    ]);
  });

  it("T55 waits as long as the upstream asks", async () => {
    const { clock, upstream, watcher } = watching();
    upstream.error = new Error("slow down");
    upstream.waitMs = 40_000;
    watcher.start();
    await clock.advance(39_000);
    expect(upstream.polls).toBe(1);
    await clock.advance(2_000);
    expect(upstream.polls).toBe(2);
  });

  it("goes on watching when the store takes nothing", async () => {
    const { clock, rows, faults, store, watcher } = watching();
    store.full = true;
    watcher.start();
    await clock.advance(1);
    store.full = false;
    await clock.advance(watchPace.slowMs);
    expect(faults).toHaveLength(1);
    expect(rows).toHaveLength(1);
  });
});
