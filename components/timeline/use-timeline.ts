"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { timelineQueries } from "@/lib/queries/timeline";
import { type Preset, presetMs, type TimeRange } from "./time-range.ts";

const { figuresMs, calmMs, slowMs } = paces.refresh;
/** A longer time changes less, and costs more to read. */
const refreshMs = {
  "15m": figuresMs,
  "1h": figuresMs,
  "6h": figuresMs,
  "24h": calmMs,
  "7d": slowMs,
} as const satisfies Record<Preset, number>;

/** What was recorded of the shown time, followed while it is a preset's and live. */
export function useTimeline(chosen: TimeRange | undefined, last: Preset, live: boolean) {
  const moving = useQuery({
    ...timelineQueries.last(presetMs[last]),
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

/** The same of the selection alone: asked for anew, so that nothing of it is left out for want of room elsewhere.
 *  While it is read there is nothing of it: the words of the one before would be taken for its own. */
export function useSelected(brush: TimeRange | undefined) {
  const query = useQuery({
    ...timelineQueries.range(brush ?? { fromMs: 0, toMs: 1 }),
    enabled: brush !== undefined,
  });
  return brush === undefined ? undefined : query;
}
