// What is worked out about the pools, on request: their configuration as of now, everything else from the samples.
import "server-only";
import {
  type DrainSpan,
  lastingMinutes,
  type PoolInsights,
  standardDrainSpan,
} from "../../bff/pool-insight.ts";
import { operations } from "../../contract/operations.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { database } from "../store/database.ts";
import { readRawSamples } from "../store/pool-history.ts";
import { readPoolRates } from "../store/pool-rates.ts";
import { call } from "../upstream/call.ts";
import { driftFor } from "./pool-drift.ts";
import { maxSilenceMs } from "./pool-history.ts";

/** How far back filling is learned from. */
const learnedOverMs = 6 * 3_600_000;
const minuteMs = 60_000;
const spanMs = {
  "5m": 5 * minuteMs,
  "15m": 15 * minuteMs,
  "60m": 60 * minuteMs,
} as const satisfies Record<DrainSpan, number>;

/** Throws an UpstreamFailure when the pools cannot be read. */
export async function poolInsightsOf(
  asked: { poolId?: string | undefined; over?: DrainSpan | undefined; targetMinutes?: number | undefined },
  signal: AbortSignal,
  nowMs: number,
): Promise<PoolInsights> {
  const overMs = spanMs[asked.over ?? standardDrainSpan];
  const targetMinutes = asked.targetMinutes ?? lastingMinutes.standard;
  const listed = await call(operations.listPools, { query: { limit: 100 } }, { signal });
  const pools = (listed.value ?? []).filter(({ id }) => asked.poolId === undefined || id === asked.poolId);
  const [samples, rates] = await Promise.all([
    readRawSamples(database(), { sinceMs: nowMs - learnedOverMs, poolId: asked.poolId }),
    readPoolRates(database()),
  ]);
  const insights = await Promise.all(
    pools.map(async (pool) => {
      const insight = poolInsightOf({
        poolId: pool.id,
        samples: samples.get(pool.id) ?? [],
        config: pool.browser_pool_config,
        set: rates.get(pool.id) ?? null,
        maxSilenceMs,
        overMs,
        targetMinutes,
      });
      return asked.poolId === undefined
        ? insight
        : { ...insight, drift: await driftFor(pool, signal, nowMs) };
    }),
  );
  return {
    computed_at_ms: nowMs,
    over_ms: overMs,
    learned_over_ms: learnedOverMs,
    target_minutes: targetMinutes,
    pools: insights,
  };
}
