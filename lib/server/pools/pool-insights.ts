// Computes the insights of pools on request, from their current configuration and the recorded samples.
import { minuteMs } from "../../bff/time-units.ts";
import "server-only";
import type { PoolSample } from "../../bff/history.ts";
import {
  type BrowserCapacity,
  type ConsumptionSpan,
  type Drift,
  defaultConsumptionSpan,
  lastingMinutes,
  type PoolInsight,
  type PoolInsights,
} from "../../bff/pool-insight.ts";
import { systemClock } from "../../clock.ts";
import type { Pool } from "../../contract/pools.ts";
import { driftOf } from "../../insight/drift.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { readBrowserCapacity } from "./browser-capacity.ts";
import { readFillRateTimes } from "./fill-rate-changes.ts";
import { readPoolRates } from "./pool-rates.ts";
import { readRawSamples } from "./pool-sample-history.ts";
import { poolReads, poolsToAnalyze } from "./pools-to-analyze.ts";
import { learnedOverMs, recentSamples } from "./recent-samples.ts";
import { sessionsOfPool } from "./sessions-of-pool.ts";

/** The age up to which recorded sessions count for the drift. */
const driftSessionsMs = 10 * minuteMs;
const spanMs = {
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "60m": 60 * minuteMs,
} as const satisfies Record<ConsumptionSpan, number>;

/**
 * The insight of each pool, in the given order. While the API fails it is that of the last answered poll, whose time is in
 * `sampled_at_ms`, for as long as its list is shown: that a pool cannot fill must not look mended meanwhile.
 */
export async function computePoolInsights(
  db: Database,
  pools: readonly Pool[],
  samples: ReadonlyMap<string, readonly PoolSample[]>,
  {
    overMs,
    targetMinutes,
    capacity = null,
  }: { overMs: number; targetMinutes: number; capacity?: BrowserCapacity | null } = {
    overMs: spanMs[defaultConsumptionSpan],
    targetMinutes: lastingMinutes.standard,
  },
): Promise<PoolInsight[]> {
  const rates = await readPoolRates(db);
  const rateTimes = await readFillRateTimes(db);
  return pools.map((pool) =>
    poolInsightOf({
      poolId: pool.id,
      samples: samples.get(pool.id) ?? [],
      config: pool.browser_pool_config,
      set: rates.get(pool.id) ?? null,
      rateSinceMs: rateTimes.get(pool.id),
      maxSilenceMs: paces.polling.maxSilenceMs,
      heldMs: paces.upstream.oldestMs,
      overMs,
      targetMinutes,
      capacity,
    }),
  );
}

/** Compares the known sessions of a pool with its configuration. Never throws for failures of the upstream: unknown sessions give `kind: "unknown"`. */
async function driftFor(pool: Pool, signal: AbortSignal, nowMs: number): Promise<Drift> {
  const { browser_pool_config: config } = pool;
  const named = { id: pool.id, name: nameOfPool(pool) };
  const known = await sessionsOfPool(named, signal, nowMs - driftSessionsMs);
  if (known.kind === "unknown") return known;
  const differing = known.sessions
    .map((session) => ({
      session_id: session.session_id,
      name: session.name || null,
      created_at: session.created_at ?? null,
      fields: driftOf(config, session),
    }))
    .filter(({ fields }) => fields.length > 0);
  return {
    kind: "known",
    source: known.source,
    observed_at_ms: known.observedAtMs,
    compared: known.sessions.length,
    more: known.more,
    differing,
  };
}

/** Throws an UpstreamFailure when the pools cannot be read. */
export async function poolInsightsOf(
  requested: {
    poolId?: string | undefined;
    over?: ConsumptionSpan | undefined;
    targetMinutes?: number | undefined;
  },
  signal: AbortSignal,
  nowMs: number,
): Promise<PoolInsights> {
  const overMs = spanMs[requested.over ?? defaultConsumptionSpan];
  const targetMinutes = requested.targetMinutes ?? lastingMinutes.standard;
  const [{ pools, complete }, capacity] = await Promise.all([
    poolsToAnalyze(requested.poolId, poolReads(signal)),
    readBrowserCapacity(signal),
  ]);
  const db = database();
  const samples =
    requested.poolId === undefined
      ? await recentSamples(db, systemClock)
      : await readRawSamples(db, {
          sinceMs: nowMs - learnedOverMs,
          untilMs: nowMs,
          poolId: requested.poolId,
        });
  const computed = await computePoolInsights(db, pools, samples, { overMs, targetMinutes, capacity });
  const [pool] = pools;
  const drift =
    requested.poolId === undefined || pool === undefined ? undefined : await driftFor(pool, signal, nowMs);
  const insights = drift === undefined ? computed : computed.map((insight) => ({ ...insight, drift }));
  return {
    computed_at_ms: nowMs,
    over_ms: overMs,
    learned_over_ms: learnedOverMs,
    target_minutes: targetMinutes,
    complete,
    capacity,
    pools: insights,
  };
}
