"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PoolInsight, PoolInsights } from "@/lib/bff/pool-insight";
import { paces } from "@/lib/paces";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { type ForecastLack, forecastLack } from "./forecast-lack.ts";
import type { PoolScreen } from "./pool-screen.ts";

export interface PoolForecasts {
  insights: PoolInsights | undefined;
  of: (poolId: string) => PoolInsight | undefined;
  /** Why there is none of a pool; undefined while it is awaited, or there. */
  lackOf: (poolId: string) => ForecastLack | undefined;
  error: Error | null;
  retry: () => void;
  retrying: boolean;
}

/** What the dashboard works out about the pools: always of now, whatever time the charts show. Of one pool (undefined
 *  until its id is known) it is with its drift. */
export function usePoolInsight(
  { live, over, target }: PoolScreen,
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
    lackOf: (id) => forecastLack(id, insights, query.error),
    error: query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}
