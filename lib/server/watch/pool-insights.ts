// What is worked out about the pools, on request: their configuration as of now, everything else from the samples.
import "server-only";
import type { PoolSample } from "../../bff/history.ts";
import {
  type DrainSpan,
  lastingMinutes,
  type PoolInsight,
  type PoolInsights,
  standardDrainSpan,
} from "../../bff/pool-insight.ts";
import type { Pool } from "../../contract/pools.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { paces } from "../paces.ts";
import { type Database, database } from "../store/database.ts";
import { readRawSamples } from "../store/pool-history.ts";
import { readPoolRates } from "../store/pool-rates.ts";
import { driftFor } from "./pool-drift.ts";
import { poolReads, poolsToWorkOut } from "./pool-of-insight.ts";

/** How far back filling is learned from. */
const learnedOverMs = 6 * 3_600_000;
const minuteMs = 60_000;
const spanMs = {
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "60m": 60 * minuteMs,
} as const satisfies Record<DrainSpan, number>;

/** The samples up to now that the insights of pools are worked out of, by pool, oldest first. */
export const learnedSamples = (db: Database, nowMs: number, poolId?: string) =>
  readRawSamples(db, { sinceMs: nowMs - learnedOverMs, untilMs: nowMs, poolId });

/** What is worked out of the samples of each pool, in their order. */
export async function workOut(
  db: Database,
  pools: readonly Pool[],
  samples: ReadonlyMap<string, readonly PoolSample[]>,
  { overMs, targetMinutes }: { overMs: number; targetMinutes: number } = {
    overMs: spanMs[standardDrainSpan],
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
  asked: { poolId?: string | undefined; over?: DrainSpan | undefined; targetMinutes?: number | undefined },
  signal: AbortSignal,
  nowMs: number,
): Promise<PoolInsights> {
  const overMs = spanMs[asked.over ?? standardDrainSpan];
  const targetMinutes = asked.targetMinutes ?? lastingMinutes.standard;
  const { pools, complete } = await poolsToWorkOut(asked.poolId, poolReads(signal));
  const db = database();
  const samples = await learnedSamples(db, nowMs, asked.poolId);
  const worked = await workOut(db, pools, samples, { overMs, targetMinutes });
  const [pool] = pools;
  const drift =
    asked.poolId === undefined || pool === undefined ? undefined : await driftFor(pool, signal, nowMs);
  const insights = drift === undefined ? worked : worked.map((insight) => ({ ...insight, drift }));
  return {
    computed_at_ms: nowMs,
    over_ms: overMs,
    learned_over_ms: learnedOverMs,
    target_minutes: targetMinutes,
    complete,
    pools: insights,
  };
}
