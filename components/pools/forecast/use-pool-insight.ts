"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FallibleQuery } from "@/components/layout/query-error";
import type { PoolInsight, PoolInsights } from "@/lib/bff/pool-insight";
import { paces } from "@/lib/paces";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { type ForecastUnavailableReason, forecastUnavailableReason } from "./forecast-unavailable-reason.ts";

export interface PoolForecasts {
  insights: PoolInsights | undefined;
  of: (poolId: string) => PoolInsight | undefined;
  /** Why a pool has none; undefined while loading, or when there is one. */
  unavailableReasonOf: (poolId: string) => ForecastUnavailableReason | undefined;
  query: FallibleQuery;
}

/**
 * Insights about the pools: always for now, whatever range the charts show. For one pool (undefined until its
 * id is known) including its drift.
 */
export function usePoolInsight(
  { live, over, target }: PoolSearchParams,
  of: "all" | { readonly poolId: string | undefined },
): PoolForecasts {
  const poolId = of === "all" ? undefined : of.poolId;
  const query = useQuery({
    ...poolHistoryQueries.insight({ pool_id: poolId, over, target_minutes: target }),
    enabled: of === "all" || poolId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: live === "off" ? false : paces.refresh.figuresMs,
  });
  const insights = query.data?.data;
  return {
    insights,
    of: (id) => insights?.pools.find((each) => each.pool_id === id),
    unavailableReasonOf: (id) => forecastUnavailableReason(id, insights, query.error),
    query,
  };
}
