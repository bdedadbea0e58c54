"use client";

import { useMemo } from "react";
import type { Pool } from "@/lib/contract/pools";
import { usePoolHistory } from "../charts/use-pool-history.ts";
import { type PoolForecasts, usePoolInsight } from "../forecast/use-pool-insight.ts";
import { type PoolRow, poolRowOf, sortedRows } from "../pool-rows.ts";
import type { PoolsSearchParams } from "../pool-search-params.ts";

/** Steps of the drawing in a row: two minutes each. */
const steps = 30;
/** By which the drawing has to move until it is drawn again: less than a pixel of an hour. */
const movesByMs = 30_000;

/** The listed pools with their forecasts and their last hour, sorted. */
export function usePoolRows(
  pools: readonly Pool[] | undefined,
  { live, over, target, sort }: PoolsSearchParams,
): { rows: readonly PoolRow[] | undefined; forecasts: PoolForecasts } {
  const forecasts = usePoolInsight({ live, over, target }, "all");
  const { history } = usePoolHistory({ live }, { steps });
  const { insights } = forecasts;
  const rows = useMemo(() => {
    const insightOf = new Map(insights?.pools.map((each) => [each.pool_id, each]));
    const samplesOf = new Map(history?.pools.map((each) => [each.pool_id, each.samples]));
    const range = history && drawnRange(history);
    const made = pools?.map((pool) =>
      poolRowOf(pool, insightOf.get(pool.id), {
        samples: history === undefined ? undefined : (samplesOf.get(pool.id) ?? []),
        range,
      }),
    );
    return made && sortedRows(made, sort);
  }, [pools, insights, history, sort]);
  return { rows, forecasts };
}

function drawnRange({ since_ms, until_ms }: { since_ms: number; until_ms: number }): PoolRow["range"] {
  const lengthMs = Math.round((until_ms - since_ms) / movesByMs) * movesByMs;
  const toMs = Math.ceil(until_ms / movesByMs) * movesByMs;
  return { fromMs: toMs - lengthMs, toMs };
}
