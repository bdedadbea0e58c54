"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PoolHistory } from "@/lib/bff/history";
import { paces } from "@/lib/paces";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { type PoolScreen, rangeOf, windowMs } from "./pool-screen.ts";

const leastMs = 60_000;

export interface RecordedPools {
  history: PoolHistory | undefined;
  error: Error | null;
  /** Bounds of the charts; a window is cut to where the recording began. Undefined until something was read. */
  range: { fromMs: number; toMs: number } | undefined;
  /** A part of the past: it does not move on. */
  fixed: boolean;
  retry: () => void;
  retrying: boolean;
}

/** What the dashboard recorded of all pools in the time the screen shows, kept fresh unless that is past. */
export function usePoolHistory(screen: PoolScreen): RecordedPools {
  const asked = rangeOf(screen, Date.now());
  const fixed = asked.kind === "fixed";
  const live = screen.live !== "off" && !fixed;
  const isLong = !fixed && windowMs[asked.window] > windowMs["6h"];
  const query = useQuery({
    ...poolHistoryQueries.history(
      fixed ? { since_ms: asked.sinceMs, until_ms: asked.untilMs } : { since_ms: asked.sinceMs },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (!live) return false;
      // A long time is a long answer, once that much has been recorded.
      const beganAtMs = data?.data.began_at_ms ?? Number.POSITIVE_INFINITY;
      return isLong && Date.now() - beganAtMs > windowMs["6h"]
        ? paces.refresh.slowMs
        : paces.refresh.figuresMs;
    },
  });
  const history = query.data?.data;
  const range = () => {
    if (fixed) return { fromMs: asked.sinceMs, toMs: asked.untilMs };
    const began = history?.began_at_ms ?? undefined;
    const toMs = query.dataUpdatedAt;
    if (began === undefined) return undefined;
    return { fromMs: Math.min(Math.max(began, toMs - windowMs[asked.window]), toMs - leastMs), toMs };
  };
  return {
    history,
    error: query.error,
    range: history === undefined ? undefined : range(),
    fixed,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}
