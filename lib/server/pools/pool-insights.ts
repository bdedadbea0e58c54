// Computes the insights of pools on request, from their current configuration and the recorded samples.
import "server-only";
import type { PoolSample } from "../../bff/history.ts";
import {
  type ConsumptionSpan,
  defaultConsumptionSpan,
  lastingMinutes,
  type PoolInsight,
  type PoolInsights,
} from "../../bff/pool-insight.ts";
import type { Pool } from "../../contract/pools.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { type Database, database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { driftFor } from "./pool-drift.ts";
import { readPoolRates } from "./pool-rates.ts";
import { readRawSamples } from "./pool-sample-history.ts";
import { poolReads, poolsToAnalyze } from "./pools-to-analyze.ts";

/** The period from which fill rates are estimated. */
const learnedOverMs = 6 * 3_600_000;
const minuteMs = 60_000;
const spanMs = {
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "60m": 60 * minuteMs,
} as const satisfies Record<ConsumptionSpan, number>;

/** The samples that pool insights are computed from, by pool, oldest first. */
export const learnedSamples = (db: Database, nowMs: number, poolId?: string) =>
  readRawSamples(db, { sinceMs: nowMs - learnedOverMs, untilMs: nowMs, poolId });

/** The insight of each pool, in the given order. */
export async function computePoolInsights(
  db: Database,
  pools: readonly Pool[],
  samples: ReadonlyMap<string, readonly PoolSample[]>,
  { overMs, targetMinutes }: { overMs: number; targetMinutes: number } = {
    overMs: spanMs[defaultConsumptionSpan],
    targetMinutes: lastingMinutes.standard,
  },
): Promise<PoolInsight[]> {
  const rates = await readPoolRates(db);
  return pools.map((pool) =>
    poolInsightOf({
      poolId: pool.id,
      samples: samples.get(pool.id) ?? [],
      config: pool.browser_pool_config,
      set: rates.get(pool.id) ?? null,
      maxSilenceMs: paces.polling.maxSilenceMs,
      overMs,
      targetMinutes,
    }),
  );
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
  const { pools, complete } = await poolsToAnalyze(requested.poolId, poolReads(signal));
  const db = database();
  const samples = await learnedSamples(db, nowMs, requested.poolId);
  const computed = await computePoolInsights(db, pools, samples, { overMs, targetMinutes });
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
    pools: insights,
  };
}
