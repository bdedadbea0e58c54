"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Timeline } from "@/lib/bff/timeline";
import { periodMs } from "@/lib/charts/periods";
import type { TimeRange } from "@/lib/charts/time-range";
import { paces } from "@/lib/paces";
import type { One } from "@/lib/queries/bff";
import { timelineQueries } from "@/lib/queries/timeline";
import { fitted, type Preset } from "./time-range.ts";

const { figuresMs, calmMs, slowMs } = paces.refresh;
/** Refetch interval: a longer range changes less and is more expensive to read. */
const refreshMs = {
  "15m": figuresMs,
  "1h": figuresMs,
  "6h": figuresMs,
  "24h": calmMs,
  "7d": slowMs,
} as const satisfies Record<Preset, number>;

const fitting = (one: One<Timeline>): One<Timeline> => ({ ...one, data: fitted(one.data) });

/** The records of the shown range, refetched while it is a live preset. */
export function useTimeline(chosen: TimeRange | undefined, last: Preset, live: boolean) {
  const moving = useQuery({
    ...timelineQueries.last(periodMs[last]),
    select: fitting,
    enabled: chosen === undefined,
    refetchInterval: live ? refreshMs[last] : false,
    refetchOnWindowFocus: live,
  });
  const still = useQuery({
    ...timelineQueries.range(chosen ?? { fromMs: 0, toMs: 1 }),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  });
  return chosen === undefined ? moving : still;
}

/**
 * The records of the selection alone, requested separately, so that bounds shared with the whole range leave
 * nothing out. Undefined while loading: the previous selection's data would be misleading.
 */
export function useSelected(brush: TimeRange | undefined) {
  const query = useQuery({
    ...timelineQueries.range(brush ?? { fromMs: 0, toMs: 1 }),
    enabled: brush !== undefined,
  });
  return brush === undefined ? undefined : query;
}
