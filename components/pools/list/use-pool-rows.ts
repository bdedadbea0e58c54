"use client";

import { useDeferredValue, useMemo } from "react";
import type { Pool } from "@/lib/contract/pools";
import { usePoolHistory } from "../charts/use-pool-history.ts";
import { type PoolForecasts, usePoolInsight } from "../forecast/use-pool-insight.ts";
import { type PoolRow, poolRowOf, sortedRows } from "../pool-rows.ts";
import type { PoolsSearchParams } from "../pool-search-params.ts";
import { drawnHistory } from "./drawn-history.ts";

/** Steps of the drawing in a row: two minutes each. */
const steps = 30;

/** The listed pools with their forecasts and their last hour, sorted. */
export function usePoolRows(
  pools: readonly Pool[] | undefined,
  { live, over, target, sort }: PoolsSearchParams,
): { rows: readonly PoolRow[] | undefined; forecasts: PoolForecasts } {
  const forecasts = usePoolInsight({ live, over, target }, "all");
  // It changes all rows at once: a key that is pressed meanwhile does not wait for their drawing.
  const history = useDeferredValue(usePoolHistory({ live }, { steps }).history);
  const { insights } = forecasts;
  const rows = useMemo(() => {
    const insightOf = new Map(insights?.pools.map((each) => [each.pool_id, each]));
    const drawn = history && drawnHistory(history);
    const made = pools?.map((pool) =>
      poolRowOf(pool, insightOf.get(pool.id), {
        samples: drawn && (drawn.samplesOf.get(pool.id) ?? []),
        range: drawn?.range,
      }),
    );
    return made && sortedRows(made, sort);
  }, [pools, insights, history, sort]);
  return { rows, forecasts };
}
