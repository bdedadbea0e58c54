"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PoolHistory } from "@/lib/bff/history";
import { poolQueries } from "@/lib/queries/pools";
import { type PoolWindow, sinceOf, windowMs } from "./pool-window.ts";

const refreshMs = 5_000;

export interface RecordedPools {
  history: PoolHistory | undefined;
  error: Error | null;
  /** Bounds of the charts: the window, cut to where the recording began. Undefined until something was read. */
  range: { fromMs: number; toMs: number } | undefined;
  retry: () => void;
  retrying: boolean;
}

/** What the dashboard recorded of all pools within the window, kept fresh. */
export function usePoolHistory(window: PoolWindow, live: boolean): RecordedPools {
  const query = useQuery({
    ...poolQueries.history(sinceOf(window, Date.now())),
    placeholderData: keepPreviousData,
    refetchInterval: live ? refreshMs : false,
  });
  const history = query.data?.data;
  const toMs = query.dataUpdatedAt;
  const began = history?.began_at_ms ?? undefined;
  return {
    history,
    error: query.error,
    range:
      history === undefined || began === undefined
        ? undefined
        : { fromMs: Math.min(Math.max(began, toMs - windowMs[window]), toMs - 60_000), toMs },
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}
