"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FallibleQuery } from "@/components/layout/query-error";
import type { PoolHistory } from "@/lib/bff/history";
import { periodMs } from "@/lib/charts/periods";
import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { type PoolSearchParams, rangeOf } from "../pool-search-params.ts";

const minMs = 60_000;

export interface RecordedPools {
  history: PoolHistory | undefined;
  query: FallibleQuery;
  /**
   * Bounds of the charts; a window is cut to the start of the recording. Undefined until the first response.
   */
  range: { fromMs: number; toMs: number } | undefined;
  /** Another or a newer answer is awaited: the range may be the previous one's. */
  awaited: boolean;
  /** A custom range: it does not move with time. */
  fixed: boolean;
}

/**
 * The recorded history of all pools, or of one, in the screen's range; refreshed unless the range is fixed. `steps`:
 * at most so many per pool.
 */
export function usePoolHistory(
  screen: Pick<PoolSearchParams, "window" | "from" | "to" | "live">,
  { poolId, steps, enabled = true }: { poolId?: string | undefined; steps?: number; enabled?: boolean } = {},
): RecordedPools {
  const requested = rangeOf(screen, presentMs());
  const fixed = requested.kind === "fixed";
  const live = screen.live !== "off" && !fixed;
  const isLong = !fixed && periodMs[requested.window] > periodMs["6h"];
  const query = useQuery({
    ...poolHistoryQueries.history({
      since_ms: requested.sinceMs,
      ...(fixed ? { until_ms: requested.untilMs } : {}),
      pool_id: poolId,
      steps,
    }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (!live) return false;
      // A long range has a large response, once that much was recorded.
      const beganAtMs = data?.data.began_at_ms ?? Number.POSITIVE_INFINITY;
      return isLong && presentMs() - beganAtMs > periodMs["6h"]
        ? paces.refresh.slowMs
        : paces.refresh.figuresMs;
    },
  });
  const history = query.data?.data;
  const range = () => {
    if (fixed) return { fromMs: requested.sinceMs, toMs: requested.untilMs };
    const began = history?.began_at_ms ?? undefined;
    const toMs = query.data?.observedAtMs ?? 0;
    if (began === undefined) return undefined;
    return { fromMs: Math.min(Math.max(began, toMs - periodMs[requested.window]), toMs - minMs), toMs };
  };
  return {
    history,
    query,
    range: history === undefined ? undefined : range(),
    awaited: query.isPlaceholderData || query.isFetching,
    fixed,
  };
}
