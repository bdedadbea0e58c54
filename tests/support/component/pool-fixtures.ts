// Pool responses with defaults for fields that a test does not set.
import type { PoolHistory, PoolPoint } from "@/lib/bff/history";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import type { Consumption, PoolInsight, PoolInsights } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";

/** A pool of eight, all of them available. */
export function poolOf(given: Partial<Pool> & Pick<Pool, "id">): Pool {
  return {
    name: given.id,
    available_count: 8,
    acquired_count: 0,
    created_at: "2026-01-02T03:04:05Z",
    browser_pool_config: { size: 8, fill_rate_per_minute: 25, timeout_seconds: 300 },
    ...given,
  };
}

export const consumptionOf = (given: Partial<Consumption> = {}): Consumption => ({
  from_ms: 0,
  to_ms: 240_000,
  minutes: 4,
  taken: 2,
  started: 0,
  lost: 0,
  taken_per_minute: 0.5,
  lost_per_minute: 0,
  slow_per_minute: 0.25,
  fast_per_minute: 1,
  windows: 11,
  ...given,
});

export const insightOf = (given: Partial<PoolInsight> & Pick<PoolInsight, "pool_id">): PoolInsight => ({
  sampled_at_ms: Date.now(),
  samples: 120,
  available: 8,
  acquired: 0,
  size: 8,
  unfilled: 0,
  fill: { per_minute: null, source: "unknown", set: null, learned: null, configured: null },
  state: { kind: "at_size" },
  consumption: null,
  empty: null,
  remedies: [],
  drift: null,
  ...given,
});

export const insightsOf = (...pools: readonly PoolInsight[]): PoolInsights => ({
  computed_at_ms: Date.now(),
  over_ms: 300_000,
  learned_over_ms: 21_600_000,
  target_minutes: 60,
  complete: true,
  capacity: null,
  pools: [...pools],
});

export const pointOf = (at_ms: number, available: number, given: Partial<PoolPoint> = {}): PoolPoint => ({
  at_ms,
  available,
  available_min: available,
  acquired: 0,
  size: 8,
  unfilled: Math.max(0, 8 - available),
  ...given,
});

/** What was recorded of pools, by their ids; the recording began a day ago. */
export const historyOf = (
  pools: Readonly<Record<string, readonly PoolPoint[]>>,
  given: Partial<PoolHistory> = {},
): PoolHistory => ({
  began_at_ms: Date.now() - 24 * 3_600_000,
  since_ms: 0,
  until_ms: Date.now(),
  resolution: "raw",
  pools: Object.entries(pools).map(([pool_id, samples]) => ({ pool_id, samples: [...samples] })),
  ...given,
});

export const acquiredSessionOf = (
  given: Partial<AcquiredSession> & Pick<AcquiredSession, "id">,
): AcquiredSession => ({
  name: null,
  created_at_ms: Date.now() - 600_000,
  first_seen_ms: Date.now() - 300_000,
  work: "idle",
  invocation: null,
  ...given,
});

export const acquiredOf = (
  sessions: readonly AcquiredSession[],
  given: Partial<PoolAcquired> = {},
): PoolAcquired => ({
  source: "list",
  observed_at_ms: Date.now(),
  acquired: sessions.length,
  more: false,
  invocations: "all",
  sessions: [...sessions],
  ...given,
});
