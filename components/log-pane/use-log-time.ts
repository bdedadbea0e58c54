"use client";

import { useCallback } from "react";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatClock, formatFullTime } from "@/lib/format/full-time";
import { formatOffset } from "@/lib/format/time-zone";

/** Formats a time of a log: the clock to the second or millisecond, or date, clock and zone. */
export type FormatLogTime = (atMs: number, precision: "second" | "ms" | "full") => string;

/** The formatter for the operator's time zone. */
export function useLogTime(): FormatLogTime {
  const { zone } = useTimeZone();
  return useCallback(
    (atMs, precision) =>
      precision === "full" ? formatFullTime(atMs, zone) : formatClock(atMs, zone, precision),
    [zone],
  );
}

/** The zone of the operator's times as it is at `atMs`: `UTC`, `UTC+2`; undefined where that is not known. */
export function useZoneName(atMs: number | undefined): string | undefined {
  const { zone } = useTimeZone();
  if (zone === "UTC") return zone;
  return atMs === undefined ? undefined : formatOffset(zone, atMs);
}
